from tests.twins.cspa import Twin as CSPA


class Twin(CSPA):
    sign = -1.0
    horizon = 60  # the reversed step doubles differences, rounding included
