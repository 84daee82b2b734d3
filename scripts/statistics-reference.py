#!/usr/bin/env python3
"""The statistics of studies by SciPy and statsmodels, on random data.

    python3 scripts/statistics-reference.py > crates/study/tests/golden/statistics.jsonl

prints one case per line, which `random_data_give_the_values_of_scipy` (crates/study/tests/study/statistics.rs) compares.
Needs scipy and statsmodels.
"""

import json

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

random = np.random.default_rng(1945)


def put(test, **fields):
    print(json.dumps({"test": test, **fields}))


def wilcoxon():
    # Few pairs: every sign pattern, which is exact even with ties.
    for n in [3, 5, 8, 10, 12, 14]:
        for coarse in [False, True]:
            d = random.integers(-6, 9, n) / 2 if coarse else random.normal(0.4, 1, n)
            d = d.astype(float)
            # If no value is zero, SciPy permutes the ranks that it is given.
            kept = d[d != 0]
            method = stats.PermutationMethod(n_resamples=1 << 15)
            found = stats.wilcoxon(kept, method=method)
            put("wilcoxon", exact=True, values=d.tolist(), p=float(found.pvalue))
    # More pairs, without ties: SciPy's exact distribution.
    for n in [20, 35, 50, 60]:
        d = random.normal(0.3, 1, n)
        found = stats.wilcoxon(d, method="exact")
        put("wilcoxon", exact=True, values=d.tolist(), p=float(found.pvalue))
    for n in [70, 100, 400]:
        for coarse in [False, True]:
            d = random.integers(-6, 9, n) / 2 if coarse else random.normal(0.2, 1, n)
            d = d.astype(float)
            found = stats.wilcoxon(d, zero_method="wilcox", correction=True, method="asymptotic")
            put("wilcoxon", exact=bool(np.count_nonzero(d) <= 60), values=d.tolist(), p=float(found.pvalue))


def mcnemars():
    pairs = [(0, 0), (0, 1), (1, 1), (0, 20), (500, 600), (3, 900)]
    pairs += [tuple(map(int, random.integers(0, 40, 2))) for _ in range(40)]
    for one, other in pairs:
        p = float(mcnemar([[7, one], [other, 9]], exact=True).pvalue)
        if one + other:
            also = stats.binomtest(one, one + other).pvalue
            assert abs(p - also) <= 1e-9 * also, (one, other, p, also)
        put("mcnemar", one=one, other=other, p=1.0 if one + other == 0 else min(p, 1.0))


def holm():
    for n in [1, 2, 3, 10, 66]:
        p = random.beta(0.4, 2, n)
        if n > 3:
            p[1] = p[0]
        put("holm", values=p.tolist(), corrected=multipletests(p, method="holm")[1].tolist())


def wilson():
    for _ in range(40):
        whole = int(random.integers(1, 5000))
        part = int(random.integers(0, whole + 1))
        found = stats.binomtest(part, whole).proportion_ci(0.95, "wilson")
        also = proportion_confint(part, whole, 0.05, "wilson")
        ends = [float(found.low), float(found.high)]
        assert np.allclose(ends, also, atol=1e-12, rtol=0), (part, whole)
        put("wilson", part=part, whole=whole, low=ends[0], high=ends[1])


def quantiles():
    for n in [1, 2, 7, 100]:
        values = sorted(random.lognormal(0, 2, n).tolist())
        shares = [0.0, 0.1, 0.25, 0.5, 0.9, 1.0]
        put("quantile", values=values, shares=shares, found=np.quantile(values, shares).tolist())


def deviation():
    for n in [2, 9, 300]:
        values = random.normal(1e3, 2, n).tolist()
        put("sd", values=values, found=float(np.std(values, ddof=1)))


def bootstrap():
    # With this many resamples, the ends that SciPy finds are accurate to about a hundredth of the
    # interval's width.
    for n in [10, 40, 150]:
        values = random.exponential(2, n)
        found = stats.bootstrap(
            (values,), np.mean, method="percentile", n_resamples=100_000, rng=np.random.default_rng(1), batch=1000
        ).confidence_interval
        put("bootstrap", values=values.tolist(), low=float(found.low), high=float(found.high))


for part in [wilcoxon, mcnemars, holm, wilson, quantiles, deviation, bootstrap]:
    part()
