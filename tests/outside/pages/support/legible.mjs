// Whether the texts of an overlay can be read: their size, whether something cuts them, and
// their contrast over a busy picture, measured in pixels.

import { dress } from "./axe.mjs";

/** Busy pictures, such as a game may show behind an overlay. */
export const PICTURES = {
  rays: "repeating-conic-gradient(#fff 0 12deg, #e33 0 20deg, #1b4 0 33deg, #111 0 41deg, #28f 0 55deg)",
  squares: "repeating-conic-gradient(#000 0 25%, #fff 0 50%) 0 0 / 16px 16px",
  lights:
    "radial-gradient(circle at 20px 20px, #ffe9a8 8px, transparent 22px) 0 0 / 60px 50px, " +
    "radial-gradient(circle at 40px 10px, #ff4fa0 6px, transparent 18px) 0 0 / 70px 64px, " +
    "linear-gradient(70deg, #0a3, #fff 30%, #20f 60%, #fa0)",
};

/** Every piece of text that is shown: where it is, its colour and size, and what cuts it. */
function texts(page) {
  return page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(
      document.getElementById("overlay"),
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.nodeValue.trim() || element.closest(".for-readers, title")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const style = getComputedStyle(element);
      if (style.visibility === "hidden") continue;
      let opacity = 1;
      for (let up = element; up; up = up.parentElement)
        opacity *= Number(getComputedStyle(up).opacity);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        let [isOutside, cutBy] = [false, null];
        const clip = (edge, name) => {
          const slack = 1.5;
          const out =
            rect.right <= edge.left + slack ||
            rect.left >= edge.right - slack ||
            rect.bottom <= edge.top + slack ||
            rect.top >= edge.bottom - slack;
          const inside =
            rect.left >= edge.left - slack &&
            rect.right <= edge.right + slack &&
            rect.top >= edge.top - slack &&
            rect.bottom <= edge.bottom + slack;
          if (out && name !== "page") isOutside = true;
          else if (!inside) cutBy ??= name;
        };
        for (let up = element; up && up.id !== "overlay"; up = up.parentElement)
          if (getComputedStyle(up).overflow !== "visible")
            clip(up.getBoundingClientRect(), up.className);
        clip(page, "page");
        if (isOutside) continue;
        found.push({
          text: node.nodeValue,
          where: element.className || element.localName,
          rect: { x: rect.x, y: rect.y, width: rect.width, height: rect.height },
          size: Number.parseFloat(style.fontSize) * (element.currentCSSZoom ?? 1),
          isBold: Number(style.fontWeight) >= 600,
          colour: style.color.match(/[\d.]+/g).map(Number),
          opacity,
          cutBy,
        });
      }
    }
    return found;
  });
}

/** The texts of less than so many pixels. */
export async function tooSmall(page, least) {
  const small = (await texts(page)).filter(({ size }) => size < least - 0.05);
  return small.map(({ text, where, size }) => `${where} "${text}": ${size} px`);
}

/** The texts that the edge of the page or of a panel cuts. */
export async function cut(page) {
  const found = (await texts(page)).filter(({ cutBy }) => cutBy);
  return found.map(({ text, where, cutBy }) => `${where} "${text}" by ${cutBy}`);
}

/**
 * The texts whose contrast with a pixel behind them is too low, over this picture. A share of
 * the pixels may be worse, because the edges of shapes are blurred.
 */
export async function faint(page, ruler, picture) {
  const style = `html { background: ${picture} !important }`;
  await dress(page, style);
  const shown = await texts(page);
  await dress(page, `${style} #overlay * { color: transparent !important }`);
  const data = (await page.screenshot()).toString("base64");
  await dress(page, style);
  return ruler.evaluate(
    async ({ data, shown }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const linear = (value) =>
        value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      const light = ([red, green, blue]) =>
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      const faults = [];
      for (const { text, where, rect, size, isBold, colour, opacity } of shown) {
        const [x, y] = [Math.max(0, Math.floor(rect.x)), Math.max(0, Math.floor(rect.y))];
        const { data: pixels } = context.getImageData(
          x,
          y,
          Math.max(1, Math.ceil(rect.width)),
          Math.max(1, Math.ceil(rect.height)),
        );
        const ratios = [];
        for (let at = 0; at < pixels.length; at += 12) {
          const behind = [pixels[at], pixels[at + 1], pixels[at + 2]];
          const front = colour.slice(0, 3).map((part, index) => {
            const share = (colour[3] ?? 1) * opacity;
            return part * share + behind[index] * (1 - share);
          });
          const [one, other] = [light(front), light(behind)].sort((a, b) => b - a);
          ratios.push((one + 0.05) / (other + 0.05));
        }
        ratios.sort((a, b) => a - b);
        const worst = ratios[Math.floor(ratios.length * 0.03)] ?? 21;
        const needed = size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5;
        if (worst < needed) faults.push(`${where} "${text}": ${worst.toFixed(2)}`);
      }
      return faults;
    },
    { data, shown },
  );
}
