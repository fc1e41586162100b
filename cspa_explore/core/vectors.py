"""The K-vector functions that algorithms are written in: argmax with its tie rule, the hinge loss, the
support class of SPA, the γ-greedy draw, the softmax. Plain Python, also compiled into the kernels.

Ties are structural, not an accident: W starts at 0, and classes that were rejected equally often
stay exactly tied. Rounding must not decide among them, so `argmax` takes the lowest index among
all scores that equal the maximum up to a tolerance. This is the only place where ties are broken.

The tolerance is 1e-10 for scores of the order of 1, as rows of norm 1 give. On tiny rows, rules whose scores scale
with x (Banditron, Confidit) see nothing but ties.
"""

from math import exp, inf

from cspa_explore.core.jit import jitable

TIE = 1e-10  # scores within TIE·(1 + max − mean) of the maximum are tied


@jitable
def argmax(s):
    """Return the first index k with s_k ≥ max − TIE(1 + max − mean); s is (K,).

    The tolerance depends on differences only, so adding one number to all scores changes nothing.
    """
    K = s.shape[0]
    top = max_of(s, 0, K)
    low = top - TIE * (1.0 + top - sum_of(s) / K)
    for k in range(K):
        if s[k] >= low or s[k] == top:  # low is NaN where differences of scores overflow
            return k
    return 0


@jitable
def max_except(s, y):
    """Return max over k ≠ y of s_k. Needs K ≥ 2."""
    K = s.shape[0]
    if y == 0:
        return max_of(s, 1, K)
    before = max_of(s, 0, y)
    return larger(before, max_of(s, y + 1, K)) if y + 1 < K else before


@jitable
def larger(a, b):
    """Return b if it is larger than a, else a: one instruction, while max also checks for NaN."""
    return b if b > a else a


@jitable
def max_of(s, start, stop):
    """Return the largest of s_start … s_stop−1, at least one; four independent accumulators."""
    a = s[start]
    b = a
    c = a
    d = a
    k = start
    while k + 4 <= stop:
        a = larger(a, s[k])
        b = larger(b, s[k + 1])
        c = larger(c, s[k + 2])
        d = larger(d, s[k + 3])
        k += 4
    while k < stop:
        a = larger(a, s[k])
        k += 1
    return larger(larger(a, b), larger(c, d))


@jitable
def sum_of(s):
    """Return the sum of s (K,); four independent accumulators."""
    a = 0.0
    b = 0.0
    c = 0.0
    d = 0.0
    k = 0
    while k + 4 <= s.shape[0]:
        a += s[k]
        b += s[k + 1]
        c += s[k + 2]
        d += s[k + 3]
        k += 4
    while k < s.shape[0]:
        a += s[k]
        k += 1
    return (a + b) + (c + d)


@jitable
def argmax_except(s, y):
    """Return the argmax over k ≠ y, ties as in `argmax`. Needs K ≥ 2."""
    best = 1 if y == 0 else 0
    mean = 0.0
    for k in range(s.shape[0]):
        if k != y:
            mean += s[k]
            if s[k] > s[best]:
                best = k
    mean /= s.shape[0] - 1
    low = s[best] - TIE * (1.0 + s[best] - mean)
    for k in range(best):
        if k != y and s[k] >= low:
            return k
    return best


@jitable
def hinge(s, y):
    """Return (r, ℓ): the best class r ≠ y, and ℓ = max(0, 1 − s_y + s_r)."""
    r = argmax_except(s, y)
    return r, max(0.0, 1.0 - s[y] + s[r])


@jitable
def water_line(s, y, cap=inf, soft=0.0):
    """Return a = Σ_S ℓ_j/(|S|+1) for the support class S = {i ≠ y : ℓ_i > a}, ℓ_i = 1 + s_i − s_y.

    SPA sorts the losses and takes the longest prefix with Σ_{j<k} ℓ_σ(j) < k·ℓ_σ(k). That set is the
    fixed point found here without sorting: start from the line of the largest loss alone, a lower bound of
    the true line, keep the losses above it, and drop those at or below the new line. Dropping only raises the
    line. Rounding may bring back a loss that lies on it, so the loop ends when a pass drops nothing, after at
    most K passes.

    Soft margins only move the line: a is at least (Σ_S ℓ_j − cap)/|S| for SPA-I, cap = C‖x‖², and
    a = Σ_S ℓ_j/(|S| + 1/(1+soft)) for SPA-II, soft = 1/(2C‖x‖²).
    """
    top = 1.0 + max_except(s, y) - s[y]
    a = max(0.0, top / (1.0 + 1.0 / (1.0 + soft)), top - cap)
    size = -1
    while True:
        total = 0.0
        n = 0
        for i in range(s.shape[0]):
            loss = 1.0 + s[i] - s[y]
            if i != y and loss > a:
                total += loss
                n += 1
        if n == 0 or 0 < size <= n:
            return a
        a = max(total / (n + 1.0 / (1.0 + soft)), (total - cap) / n)
        size = n


@jitable
def support_class(s, y, x2, tau, cap=inf, soft=0.0):
    """Write the SPA step for true class y into tau (K,) and return the loss ℓ = max(0, max ℓ_i).

    With a from `water_line`: τ_y = a/‖x‖², τ_i = −(ℓ_i − a)/‖x‖² for i ∈ S, and 0 elsewhere.
    After W += τ xᵀ every class is at least the margin 1 below y, exactly 1 if i ∈ S.
    With a soft margin (`cap`, `soft`) y gains what the others lose, Σ_S (ℓ_i − a) = min(a/(1+soft), cap).
    Matsushima et al. (SDM 2010); the printed CSPA paper has both signs reversed and ‖x‖² missing.
    """
    loss = 1.0 + max_except(s, y) - s[y]
    if loss <= 0.0:
        return 0.0
    a = water_line(s, y, cap, soft)
    for i in range(s.shape[0]):
        loss_i = 1.0 + s[i] - s[y]
        if i != y and loss_i > a:
            tau[i] = -(loss_i - a) / x2
    tau[y] = min(a / (1.0 + soft), cap) / x2
    return loss


@jitable
def gamma_greedy(gamma, y_hat, u, p):
    """Write P(k) = (1−γ)[k = ŷ] + γ/K into p (K,) and return the label drawn with the uniform u.

    u < γ explores: [0, γ) is cut into K equal parts, and the label is the part that holds u. So with the same
    uniforms a smaller γ explores in a subset of the rounds.
    """
    K = p.shape[0]
    p[:] = gamma / K
    p[y_hat] += 1.0 - gamma
    if u < gamma:
        return min(int(u / gamma * K), K - 1)
    return y_hat


@jitable
def softmax(alpha, s, p):
    """Write p_k = e^{αs_k}/Σ_j e^{αs_j} into p (K,), shifted by the maximum so that nothing overflows."""
    top = s[0]
    for k in range(1, s.shape[0]):
        top = max(top, s[k])
    total = 0.0
    for k in range(s.shape[0]):
        p[k] = exp(alpha * (s[k] - top))
        total += p[k]
    for k in range(s.shape[0]):
        p[k] /= total


@jitable
def sample(p, u):
    """Return the label whose part of [0, 1) holds u; the parts p (K,) lie in the order of the classes and sum to 1."""
    for k in range(p.shape[0] - 1):
        u -= p[k]
        if u < 0.0:
            return k
    return p.shape[0] - 1
