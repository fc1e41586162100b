"""The published numbers, typed here a second time, column by column."""

from cspa_explore.datasets import describe
from cspa_explore.paper.published import LEARNERS, TABLES, paper_set

NAMES = {
    1: ["20News", "Sector", "Vehicle", "Shuttle", "USPS", "Pendigits"],
    2: ["Satimage", "MNIST", "Letter", "Segment", "Vowel", "Sensorless"],
}
MEANS = {
    1: {
        "cspa": [66.7, 8.83, 49.3, 95.3, 84.9, 79.7],
        "banditron": [23.6, 2.67, 35.9, 86.6, 48.5, 32.7],
        "confidit": [55.9, 7.43, 47.4, 86.6, 78.5, 60.7],
        "bpa": [63.0, 7.43, 48.1, 87.1, 81.4, 70.7],
    },
    2: {
        "cspa": [86.2, 91.8, 62.4, 90.1, 41.8, 92.6],
        "banditron": [69.3, 69.0, 26.8, 76.2, 43.1, 68.9],
        "confidit": [80.2, 87.6, 36.0, 74.9, 27.1, 67.7],
        "bpa": [81.9, 89.7, 50.7, 86.7, 38.6, 87.6],
    },
}
SDS = {
    1: {
        "cspa": [0.5, 0.99, 1.7, 0.1, 0.3, 0.4],
        "banditron": [1.5, 0.33, 2.6, 3.8, 5.5, 3.0],
        "confidit": [2.4, 1.09, 1.8, 0.0, 1.9, 2.4],
        "bpa": [1.4, 1.14, 1.8, 1.7, 1.5, 1.5],
    },
    2: {
        "cspa": [0.3, 0.2, 1.6, 0.6, 4.6, 0.3],
        "banditron": [1.1, 1.0, 6.3, 0.8, 4.8, 1.2],
        "confidit": [0.3, 0.2, 0.9, 1.7, 1.3, 0.5],
        "bpa": [0.8, 0.2, 0.5, 0.6, 2.7, 1.2],
    },
}


def test_the_numbers_are_those_of_the_paper():
    for table, rows in TABLES.items():
        assert [row.name for row in rows] == NAMES[table]
        for place, row in enumerate(rows):
            assert tuple(row.results) == LEARNERS == ("cspa", "banditron", "confidit", "bpa")
            for key, found in row.results.items():
                assert round(100 * found.mean, 6) == MEANS[table][key][place]
                assert round(100 * found.sd, 6) == SDS[table][key][place]


def test_the_sizes_are_those_of_our_data_sets():
    for rows in TABLES.values():
        for row in rows:
            shape = describe(row.key).shape
            assert (shape.K, shape.n, shape.d) == (row.K, row.n, row.d), row.name


def test_an_sd_that_is_printed_as_zero_counts_as_half_a_unit():
    confidit = paper_set(1, "shuttle").results["confidit"]
    assert (confidit.sd, confidit.spread) == (0.0, 0.0005)
    assert paper_set(1, "sector").results["cspa"].unit == 0.0001
