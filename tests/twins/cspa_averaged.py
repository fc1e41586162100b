from tests.twins.averaging import AveragedWeights
from tests.twins.cspa_kappa import Twin as Kappa


class Twin(AveragedWeights, Kappa):
    def __init__(self, params, K, d):
        beta, kappa, late, forget = params
        super().__init__((kappa, beta), K, d)
        self.start(late, forget)
