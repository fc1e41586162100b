// Labels on a drawing: cut to the room there is, moved apart, kept off lines.

import {faded} from "./canvas.js";

// The text, cut with "…" where it is wider than the room.
export function clipped(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let shown = text;
  while (shown.length > 1 && context.measureText(`${shown}…`).width > room) shown = shown.slice(0, -1);
  return `${shown}…`;
}

// Move labels (each {y, height}) apart, keeping their order and staying within low…high.
export function apart(labels, low, high) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  let floor = low;
  for (const label of sorted) {
    label.y = Math.max(label.y, floor + label.height / 2);
    floor = label.y + label.height / 2;
  }
  let ceiling = high;
  for (const label of sorted.reverse()) {
    label.y = Math.min(label.y, ceiling - label.height / 2);
    ceiling = label.y - label.height / 2;
  }
}

// Whether the point is farther than r from every line from the centre to one of the ends.
export function clearOf([x, y], [cx, cy], ends, r) {
  return ends.every(([a, b]) => {
    const [dx, dy] = [a - cx, b - cy], along = ((x - cx) * dx + (y - cy) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(x - cx - share * dx, y - cy - share * dy) > r && Math.hypot(x - a, y - b) > r + 4;
  });
}

// Whether two boxes overlap.
export function meets(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// The name of a class on a disc of the background's colour, readable on whatever lies beneath.
export function badge(context, text, x, y, theme, height) {
  context.fillStyle = faded(theme.background, 0.75);
  context.beginPath();
  context.arc(x, y, Math.max(context.measureText(text).width, 0.85 * height) / 2 + 1, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = theme.text;
  context.fillText(text, x, y + 1);
}
