// Colours and short names of classes, where there are too many for shapes and tints.

import {faded} from "./canvas.js";
import {html} from "./html.js";

const HUES = ["#56a0d3", "#e0a030", "#40b090", "#d08ab8", "#b0a030", "#d07840", "#8088d0", "#70b050"];

// Eight hues, in as many strengths as K classes need.
export function hueOf(k, K) {
  const most = Math.max(1, Math.ceil(K / HUES.length) - 1);
  return faded(HUES[k % HUES.length], 0.85 - (0.6 * Math.floor(k / HUES.length)) / most);
}

/**
 * Return two letters per class or, if they are not all different, the classes' numbers.
 * @param {string[]} names
 * @returns {string[]}
 */
export function abbreviations(names) {
  const initials = names.map((name) => name.split(/[\s_-]+/)).map((words) => {
    const last = words[words.length - 1];
    return words[0].slice(0, 1) + (words.length > 1 ? last.slice(0, 1) : words[0].slice(1, 2));
  });
  const ways = [names.map((name) => name.slice(0, 2)), initials];
  return ways.find((way) => new Set(way).size === names.length) ?? names.map((_, k) => `${k + 1}`);
}

// Which colour is which class, in the order of the stack.
export function classLegend({K, names}) {
  const short = abbreviations(names), items = names.slice(0, K).map((name, k) => html`<span><i
    style="background: ${hueOf(k, K)}"></i>${short[k] === name ? name : `${short[k]} ${name}`}</span> `);
  return html`Classes, from the top: ${items}`;
}
