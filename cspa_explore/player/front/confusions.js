// What a table of counts says: counts[i·K + j] is how often class j was proposed for class i.

import {percent, whole} from "./numbers.js";

/** The most frequent confusions, most frequent first; of equal ones the lower classes first.
 * @param {ArrayLike<number>} counts
 * @returns {{truth: number, proposed: number, n: number}[]}
 */
export function confusions(counts, K, most = 5) {
  const found = [];
  for (let i = 0; i < K; i++) {
    for (let j = 0; j < K; j++) if (i !== j && counts[i * K + j]) found.push({truth: i, proposed: j, n: counts[i * K + j]});
  }
  return found.sort((a, b) => b.n - a.n || a.truth - b.truth || a.proposed - b.proposed).slice(0, most);
}

/** A confusion in words. */
export function confusionText({truth, proposed, n}, names) {
  return `proposed ${names[proposed]} where the answer was ${names[truth]}: ${times(n)}`;
}

/** Per class: the rounds in which it was the true class, the rounds in which it was proposed, and those in which it was both.
 * @param {ArrayLike<number>} counts
 */
export function totals(counts, K) {
  return Array.from({length: K}, (_, k) => {
    let seen = 0, proposed = 0;
    for (let i = 0; i < K; i++) [seen, proposed] = [seen + counts[k * K + i], proposed + counts[i * K + k]];
    return {seen, proposed, right: counts[k * K + k]};
  });
}

/** One class in words: its recall in God's eye, the share of its proposals that were right in the learner's. */
export function classText(counts, K, k, names, god) {
  const {seen, proposed, right} = totals(counts, K)[k];
  if (!god && !proposed) return `${names[k]}: not proposed yet`;
  if (!god) return `${names[k]}: proposed ${times(proposed)}, ${percent(right / proposed)} % right`;
  if (!seen) return `class ${names[k]}: not met yet`;
  const [worst] = confusions(counts, K, K * K).filter(({truth}) => truth === k);
  const other = worst ? `; most often taken for ${names[worst.proposed]} (${times(worst.n)})` : "";
  return `class ${names[k]}: met ${times(seen)}, ${percent(right / seen)} % recognised${other}`;
}

/** One cell in words. */
export function cellText(counts, K, {truth, proposed}, names) {
  const n = counts[truth * K + proposed], {seen} = totals(counts, K)[truth];
  const share = seen ? ` of ${whole(seen)} (${percent(n / seen)} %)` : "";
  return truth === proposed ? `class ${names[truth]}: recognised ${times(n)}${share}` :
    `${confusionText({truth, proposed, n}, names)}${share}`;
}

function times(n) { return n === 1 ? "once" : `${whole(n)} times`; }
