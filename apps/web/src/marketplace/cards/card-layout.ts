import { columnLayout, frameRatioOf } from '../pictures/column-layout.ts';
import type { Layout, Sides } from '../pictures/column-layout.ts';

/**
 * The room below a card's picture, in pixels: what is needed with two lines of description. The same on every card, so
 * that nothing has to be measured.
 */
export const cardBodyHeight = 252;

const twoColumnsMinWidth = 560;
const threeColumnsMinWidth = 880;
const columnCountAt = (width: number) => (width < twoColumnsMinWidth ? 1 : width < threeColumnsMinWidth ? 2 : 3);
const gaps = { x: 32, y: 48 };

/** From 2:3 to 5:2, so that a card fits on a screen, and its badges on the picture. */
const frameBounds = { min: 2 / 3, max: 5 / 2 };

/** Width by height of the frame for an item's picture on a card. */
export const cardRatioOf = (item: Sides): number => frameRatioOf(item, frameBounds);

/** Whether the picture is longer or wider than its frame, and is shown whole within it. */
export const isBeyondFrame = (item: Sides): boolean =>
  item.media_height > 0 && cardRatioOf(item) !== item.media_width / item.media_height;

/** Lays out cards in one, two or three columns, depending on the width in pixels. Adding to the end moves nothing. */
export const cardLayout = (aspectRatios: readonly number[], width: number): Layout =>
  columnLayout(aspectRatios, width, { count: columnCountAt(width), gaps, belowHeight: cardBodyHeight });
