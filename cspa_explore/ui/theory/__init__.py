"""The Theory page: whether the theorem covers a run, and the paper's errata."""
