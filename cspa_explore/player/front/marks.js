// Small marks on a drawing: the shapes of classes, right and wrong, dashed lines.

const DASHES = {
  solid: [], dash: [9, 5], dot: [2, 4], dashdot: [9, 4, 2, 4], longdash: [14, 6], longdashdot: [14, 5, 2, 5],
};
const SIDES = {square: [4, Math.PI / 4], triangle: [3, -Math.PI / 2], diamond: [4, 0], hexagon: [6, 0], pentagon: [5, -Math.PI / 2],
  wedge: [3, Math.PI / 2]};

// The pixels of a dash by Plotly's name, or by a list such as "4px,2px".
export function dashes(name) {
  return DASHES[name] || name.split(",").map((part) => parseFloat(part));
}

// The path of a class's shape around (x, y); the caller fills it.
export function shape(context, name, x, y, r) {
  context.beginPath();
  if (SIDES[name]) {
    const [n, turn] = SIDES[name];
    outline(context, Array.from({length: n}, (_, i) => [1.2 * r, turn + (2 * Math.PI * i) / n]), x, y);
  } else if (name === "star") {
    outline(context, Array.from({length: 10}, (_, i) => [i % 2 ? 0.55 * r : 1.3 * r, -Math.PI / 2 + (Math.PI * i) / 5]), x, y);
  } else if (name === "plus" || name === "cross") {
    const turn = name === "cross" ? Math.PI / 4 : 0, w = 0.4 * r;
    const arms = [[-w, -r], [w, -r], [w, -w], [r, -w], [r, w], [w, w], [w, r], [-w, r], [-w, w], [-r, w], [-r, -w], [-w, -w]];
    for (const [a, b] of arms) {
      context.lineTo(x + a * Math.cos(turn) - b * Math.sin(turn), y + a * Math.sin(turn) + b * Math.cos(turn));
    }
    context.closePath();
  } else context.arc(x, y, r, 0, 2 * Math.PI);
}

function outline(context, corners, x, y) {
  for (const [far, angle] of corners) context.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  context.closePath();
}

// ○ right, × wrong: readable without colour.
export function outcome(context, x, y, r, right) {
  context.beginPath();
  if (right) {
    context.arc(x, y, 0.75 * r, 0, 2 * Math.PI);
  } else {
    context.moveTo(x - r, y - r);
    context.lineTo(x + r, y + r);
    context.moveTo(x + r, y - r);
    context.lineTo(x - r, y + r);
  }
  context.stroke();
}

// An answer, ✓ or ✗, that fades as its age goes from 0 to 1.
export function fadingAnswer(context, {right, x, y, size, age}, theme) {
  const text = right ? "✓" : "✗";
  context.save();
  context.globalAlpha = 1 - age * age;
  Object.assign(context, {textAlign: "center", textBaseline: "middle", font: `700 ${Math.round(size)}px ${theme.font}`});
  Object.assign(context, {fillStyle: theme.text, strokeStyle: theme.background, lineWidth: Math.max(6, size / 8)});
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
  context.restore();
}
