// @ts-check
// The texts of the page for overlays.

import { teller } from "./words.js";

export const tellStudio = teller({
  widgetsHint: "None chosen: the usual ones.",
  yes: "yes",
  no: "no",
  studioTitle: "The overlay's address",
  studioWhy:
    "Add it to OBS as a browser source. What is not in the address follows what you set here for all overlays.",
  widgets: "Widgets",
  scale: "Scale",
  delay: "Delay in seconds",
  audience: "For",
  audienceStream: "stream, hand hidden",
  audiencePlayer: "player, everything",
  sessionLabel: "Session",
  newest: "the newest",
  language: "Language",
  animate: "Animate changes",
  streamToken: "Token of the stream",
  streamTokenHint: "if one is needed",
  address: "Address",
  localFile: "Save as a local file",
  localFileWhy:
    "If OBS may start before qbcoach, give it the local file instead: it waits, then goes on to the address.",
  applyLive: "Apply live to all overlays",
  applied: "Applied to all overlays, except where their address has a setting of its own.",
  preview: "Preview",
  previewSize: "Size of the source",
  sizesTitle: "Sizes",
  sizeAll: "All widgets: 1920 × 1080, or 800 × 600 (OBS’s own); the page fits itself to any size.",
  sizeBoard: "The board alone keeps 100 : 45, as 1600 × 720 or 1000 × 450.",
  sizeScore: "Score: full width, about 110 high at 1920.",
  sizePanels:
    "Threat, advice, hand, enemy, log: about 480 wide, as high as they need; course: 480 × 200.",
  themeDefault: "as set for all",
});
