// Experiments worth seeing next, as links. Each names its learners, so that it does not depend on what is set now, and with
// all parameters, so that the one on screen is recognised. Defaults are left out: the server would remove them from the
// address, which adds a history entry.

import {html} from "./html.js";

/** @typedef {{words: string, why: string, page?: string, query: Record<string, string>}} Offer */

const VEHICLE = {text: "vehicle", title: "Vehicle"};
const AVERAGED = "cspa_averaged(beta=1, kappa=0, late=0, forget=0)";

/** The comparison of all learners on a bundled data set.
 * @param {{text: string, title: string}} set
 * @returns {Offer}
 */
function best({text, title}) {
  const small = `cspa(beta=1/6)~${AVERAGED}~linucb(alpha=0.3, prior=1)`, any = `cspa(beta=1/(2(K-1)))~${AVERAGED}`;
  return {
    words: `Is CSPA the best learner on ${title}?`,
    why: `β Lab: every learner with partial feedback at its own best, on ${title}`, page: "beta_lab",
    query: {d: text, best: "partial", a: text === VEHICLE.text ? small : any},
  };
}

/** `page` is the page that the link opens, the Arena if it has none.
 * @type {Offer[]}
 */
export const EXPERIMENTS = [
  {
    words: "Turn up the noise", why: "With σ=1 a small β wins, far below the end of the theory range",
    query: {sig: "1", a: "cspa(beta=0.01)~cspa(beta=1/6)~cspa(beta=1)", t: "4000"},
  },
  {
    words: "Does averaging make β irrelevant?", why: "β Lab: CSPA with and without averaging, over β, for four σ", page: "beta_lab",
    query: {a: "cspa(beta=1/6)~cspa_averaged(beta=1, kappa=0, late=0, forget=0)", lab: "cspa_averaged", best: "cspa~cspa_averaged"},
  },
  {
    words: "What does averaging cost?", why: "Halfway all labels rotate: the plain average cannot follow",
    query: {
      drift: "labels", t: "4000",
      a: "cspa(beta=1/6)~cspa_averaged(beta=1, kappa=0, late=0, forget=0)~cspa_averaged(beta=1, kappa=0, late=0, forget=0.01)",
    },
  },
  best(VEHICLE),
  {
    words: "What does exploring cost?", why: "Banditron with little, some and much exploration",
    query: {a: "banditron(gamma=0.001)~banditron(gamma=0.05)~banditron(gamma=0.4)", t: "4000", who: "2"},
  },
  {
    words: "The paper's misprint", why: "CSPA as printed, with the wrong sign, ends below chance",
    query: {a: "cspa(beta=1/6)~cspa_as_printed(beta=1/6)", t: "200"},
  },
  {
    words: "Told every answer", why: "SPA hears the label in every round and still loses to CSPA on noisy points",
    query: {sig: "0.5", a: "cspa(beta=0.05)~spa", t: "4000"},
  },
  {
    words: "Where CSPA never learns", why: "Four points in cyclic order: three of four proposals stay wrong",
    query: {d: "counter", a: "cspa(beta=1/6)~banditron(gamma=0.05)", t: "400"},
  },
  {
    words: "Handwritten digits", why: "Ten classes, 64 pixels, one pass",
    query: {d: "digits", a: "cspa(beta=1/18)~cspa(beta=0.3)~banditron(gamma=0.05)", t: "1797"},
  },
];
const SHOWN = 3;

/** All experiments; the comparison of learners is on the bundled data set on screen, or else on Vehicle.
 * @param {{text: string, title: string}} [set]
 */
export function experiments(set = VEHICLE) {
  return EXPERIMENTS.map((offer) => (offer.query.best === "partial" ? best(set) : offer));
}

/** Return the experiments to offer beside the learners that play now.
 * @param {string[]} playing the learners' texts
 * @param {{text: string, title: string}} [set] the bundled data set on screen
 */
export function offered(playing, set) {
  const all = experiments(set), now = playing.join("~"), other = all.filter(({query}) => query.a !== now);
  const start = Math.max(0, all.findIndex(({query}) => query.a === now)); // the next ones after the one on screen
  return [...other.slice(start), ...other.slice(0, start)].slice(0, SHOWN);
}

export function chips(playing, set) {
  return html`<span>Try:</span> ${offered(playing, set).map(({words, why, page = "", query}) => html`<a class="chip"
    href="${page}?${new URLSearchParams({v: "2", ...query})}" title="${why}">${words}</a> `)}`;
}
