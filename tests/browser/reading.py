"""JavaScript that measures legibility: the contrast of text in the document and on canvases, names, and focus."""

# Every visible text node, also inside shadow roots: [text, contrast with its background].
TEXTS = """() => {
    const number = (colour) => {
        window.probe ??= Object.assign(document.createElement('canvas'), {width: 1, height: 1});
        const context = window.probe.getContext('2d', {willReadFrequently: true});
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], under) => [r, g, b].map((v, i) => v * a + under[i] * (1 - a));
    const light = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    window.contrast = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    };
    window.colour = number;
    const up = (el) => el.assignedSlot || el.parentElement || el.getRootNode().host;
    const behind = (el, here = el.getBoundingClientRect()) => {
        const layers = [], x = here.left + here.width / 2, y = here.top + here.height / 2;
        let strength = 1;
        for (let at = el; at; at = up(at)) {
            const style = getComputedStyle(at), box = at.getBoundingClientRect();
            const beneath = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
            if (beneath || at === document.body) layers.push(number(style.backgroundColor));
            strength *= Number(style.opacity);
        }
        return [layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]), strength];
    };
    window.behind = behind;
    const found = [];
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) {
            const el = node.parentElement, text = node.textContent.trim();
            if (!text || !el || !el.checkVisibility?.({opacityProperty: true, visibilityProperty: true})) return;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            const unseen = 'option, style, script, [disabled], [aria-disabled=true], .hidden';
            if (box.width < 2 || box.height < 2 || el.closest(unseen)) return;
            const style = getComputedStyle(el), drawn = el instanceof SVGElement;
            const [under, strength] = behind(el, box), [r, g, b, a] = number(drawn ? style.fill : style.color);
            const ink = a * strength * (drawn ? Number(style.fillOpacity) : 1);
            found.push([text.slice(0, 60), window.contrast(over([r, g, b, ink], under), under)]);
            return;
        }
        for (const child of node.childNodes) walk(child);
        if (node.shadowRoot) walk(node.shadowRoot);
    };
    walk(document.body);
    return found;
}"""

# Installed before the page loads: records text that is drawn on canvases, with the colour beneath it.
LISTEN = """() => {
    window.written = [];
    const {fillText} = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...more) {
        if (window.listening && this.canvas.getRootNode() !== this.canvas) {
            const at = this.getTransform().transformPoint({x, y}), width = this.measureText(text).width;
            const left = {center: width / 2, right: width, end: width}[this.textAlign] || 0;
            const here = this.getTransform().transformPoint({x: x - left + width / 2, y});
            const [r, g, b, a] = this.getImageData(Math.round(here.x), Math.round(here.y - 3), 1, 1).data;
            window.written.push([text, this.fillStyle, this.globalAlpha, [r, g, b, a / 255], this.canvas]);
        }
        return fillText.call(this, text, x, y, ...more);
    };
}"""
WRITTEN = """() => window.written.map(([text, style, alpha, [r, g, b, a], canvas]) => {
    const [page] = window.behind(canvas.parentElement);
    const under = [r, g, b].map((v, i) => v * a + page[i] * (1 - a));
    const [cr, cg, cb, ca] = window.colour(style), strength = ca * alpha;
    return [text, window.contrast([cr, cg, cb].map((v, i) => v * strength + under[i] * (1 - strength)), under)];
})"""
# The aria-labels of all visible canvases but decorative ones; "" for a canvas without one.
CANVASES = """() => {
    const found = [];
    const walk = (node) => {
        if (node.ariaHidden === 'true') return;
        if (node.nodeName === 'CANVAS' && node.checkVisibility?.()) found.push(node.getAttribute('aria-label') || '');
        for (const child of node.children || []) walk(child);
        if (node.shadowRoot) walk(node.shadowRoot);
    };
    walk(document.body);
    return found;
}"""
# Numbers all controls of a drawing; FOCUSED returns the number of the one in focus, and whether the focus is visible.
CONTROLS = """(root) => [...document.querySelectorAll('*')]
    .map((el) => el.shadowRoot?.querySelector(root)).filter(Boolean)
    .flatMap((el) => [...el.querySelectorAll('button, input, select, a[href], [tabindex="0"]')])
    .filter((el) => el.checkVisibility() && !el.disabled)
    .map((el, i) => (el.dataset.control = String(i)))"""
FOCUSED = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const style = at && getComputedStyle(at);
    return at && at.dataset.control !== undefined
        ? [at.dataset.control, style.outlineStyle !== 'none' || style.boxShadow !== 'none'] : null;
}"""


def faint(pairs, least=4.5):
    """Return the texts with less contrast than `least`."""
    return sorted({(text, round(contrast, 2)) for text, contrast in pairs if contrast < least - 0.005})
