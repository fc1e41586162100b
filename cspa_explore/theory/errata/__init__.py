"""The errata of the paper as a list, each with a derivation and, where there is something to run, a demonstration."""

from cspa_explore.theory.errata import statements, updates
from cspa_explore.theory.errata.erratum import Erratum, Row, Shown

__all__ = ["ERRATA", "Erratum", "Row", "Shown"]

ALGORITHM, SPA, THEOREM, APPENDIX = "Algorithm 1", "Section 3.2, SPA's update", "Theorem 2", "Appendix A"
WRONG_STEP = "Section 3.1"  # of the update after a wrong proposal
WRONG, TYPO = "wrong", "typo"
ERRATA = (
    Erratum("E1", "Signs of the step for a right proposal", f"{SPA}, and {ALGORITHM}", WRONG,
        "A right proposal must raise the score of its class and lower those of the support classes. Both printed lines have "
        "the opposite sign. The quadratic programme that defines SPA gives the corrected signs.", updates.signs),
    Erratum("E2", "1/‖x‖² is missing", f"{SPA}, and {ALGORITHM}", "missing",
        "The step τx changes a score by τ‖x‖², so τ must be divided by ‖x‖² for the margin to become 1. It makes no "
        "difference for inputs of length 1, which the experiments use.", updates.length),
    Erratum("E3", "Subscripts of SPA's update", SPA, TYPO,
        "The left side should name class i, not ỹ, and the third case should exclude ỹ as well as S: otherwise ỹ has two cases."),
    Erratum("E4", "The minimum includes ỹ itself", f"{ALGORITHM}, and {WRONG_STEP}, the optimisation problem before Lemma 1 and in its proof", WRONG,
        "The term i = ỹ of the minimum is 1. The loss of Algorithm 1 is then always 1, and the constraint holds without any "
        "step once (1−β)ℓ ≥ 1. The first loss of Section 3.1 and the problem after Lemma 1 leave ỹ out, which is right.", updates.own_class),
    Erratum("E5", "A bracket closes too early", f"{WRONG_STEP}, proof of Lemma 1", TYPO,
        "−τᵢ‖x‖² stands outside the minimum over i. It does no harm, because all these τᵢ are equal."),
    Erratum("E6", "The objective is linear in τ", f"{WRONG_STEP}, the optimisation problem after Lemma 1", WRONG,
        "½Στᵢ‖x‖² has no minimum under the constraint. The squared distance of the weights is ½Στᵢ²‖x‖², which the next problem there uses.",
        updates.linear_objective),
    Erratum("E7", "Sign of the dual function", f"{WRONG_STEP}, L(λ) after the Lagrangian", WRONG,
        "Inserting the two τ into the Lagrangian gives −K‖x‖⁴λ²/(2(K−1)) + βℓλ, the negative of the printed function. Its "
        "stationary point is the same.", updates.dual_sign),
    Erratum("E8", "β is missing in λ", f"{WRONG_STEP}, the value of λ", "missing",
        "The stationary point is λ = (K−1)βℓ/(K‖x‖⁴). The τ on the next line contain β again.", updates.missing_beta),
    Erratum("E9", "Index of the while loop", ALGORITHM, WRONG,
        "With S empty the test reads σ(0), but σ starts at 1. With σ(|S|+1) in test and insertion, and a stop at K−1 classes, "
        "the loop gives the support classes that Section 3.2 defines.", updates.loop_index),
    Erratum("E10", "The case ℓ = 0", f"{WRONG_STEP}, before the Lagrangian", "vacuous",
        "After a wrong proposal ỹ has the highest score, so ℓ ≥ 1, as Section 3.1 says. The case cannot occur.", updates.no_zero_loss),
    Erratum("E11", "Sign of the assumption", f"{THEOREM}, its assumption about u", "false for K ≥ 4",
        "For a wrong proposal ỹ the proof in Appendix A needs an upper bound on how far ỹ lies above the other wrong "
        "classes under u; the paper prints the negative sum. Both agree for K = 3. For K ≥ 4 there is a counter-example.", statements.assumption),
    Erratum("E12", "Inequality quoted from SPA", f"{APPENDIX}, the case of a right proposal", "false for |S| ≥ 2",
        "Let a be the sum of the losses over S, divided by |S|+1. The term in ℓ* is 2aℓ*, and a can exceed ℓ/2. What holds is "
        "Δ ≥ (½ℓ² − 2|S|/(|S|+1)·ℓℓ*)/‖x‖², which changes χ and ψ.", statements.quoted_inequality),
    Erratum("E13", "KR² + 3", APPENDIX, TYPO, "It should be K + 3, as on the next line.", statements.stray_square),
    Erratum("E14", "Indices of sums", f"{THEOREM} and {APPENDIX}", TYPO,
        "“t = 1, …, K” should end at T; the sum of the squared ℓ* runs over t, not i; the comparator has no index t or T+1."),
    Erratum("E15", "Counting ℓ ≥ 1", "after Theorem 2", "≥, not =",
        "A right proposal among tied scores has ℓ = 1. The number of mistakes is at most the number of rounds with ℓ ≥ 1.",
        statements.ties),
    Erratum("E16", "Three statements about β", f"{THEOREM}, {APPENDIX}, Figures 1 and 2", "compatible",
        "The theorem takes β = (1−α)/(K−1), which maximises βγ. The proof needs only β < 2(1−α)/(K−1). The figures shade "
        "0 < β < 1/(K−1), the theorem's β for all α. “Guarantees convergence” also needs L* = 0.", statements.three_ranges),
    Erratum("E17", "“Theorem 2”", "Section 5", "not an error", "Lemma and theorem share one counter: Lemma 1 comes before it."),
    Erratum("E18", "K ≥ 3 is used silently", APPENDIX, "unstated",
        "For K = 2 and small α the step (1−α)²/(K(K−1)) < (K+3)/(4(K+1)) fails. With the constant ½ of E12 it holds for K ≥ 2.",
        statements.two_classes),
    Erratum("E19", "“25 candidates”", "Section 5.2.2", "wrong number",
        "γ has six values and g five.", statements.candidates),
    Erratum("E20", "Cost with a kernel", "Section 5.2.2", "too large",
        "O(|B|KD) should be O(|B|(K+D)).", statements.kernel_cost),
    Erratum("E21", "σ: variance or deviation", "Section 5.1", "ambiguous",
        "The toys have covariance diag(σ, σ); the noise on real data has standard deviation σ.", statements.two_sigmas),
    Erratum("E22", "“u near 0 always satisfies the assumption”", f"after {THEOREM}", "true but empty",
        "For u → 0 the bound tends to (K(K−1))²T, more than the number of rounds.", statements.near_zero),
)  # fmt: skip
