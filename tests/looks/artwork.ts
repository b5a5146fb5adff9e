import type { Page } from "playwright-core";
import { hash } from "../fakes/arr/shared/random.ts";

/** One title in this many has no artwork, so that the page draws a placeholder. */
const WITHOUT_PICTURE = 7;

/** Serves artwork of fictional titles: posters and backdrops with distinct shapes. Some titles have no artwork. */
export async function drawArtwork(page: Page): Promise<void> {
  await page.route("**/api/image?*", (route) => {
    const url = decodeURIComponent(route.request().url());
    const number = hash(url);
    if (number % WITHOUT_PICTURE === 0) return route.fulfill({ status: 404, body: "" });
    return route.fulfill({ contentType: "image/svg+xml", body: pictureOf(number, /fanart|backdrop/.test(url)) });
  });
}

function pictureOf(number: number, wide: boolean): string {
  const [width, height] = wide ? [1280, 720] : [200, 300];
  const hue = number % 360;
  const sun = (number >> 4) % 100;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 45% 25%)"/>
    <stop offset="1" stop-color="hsl(${(hue + 40) % 360} 60% 60%)"/></linearGradient>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${width * sun / 100}" cy="${height * 0.4}" r="${width / 7}" fill="hsl(${(hue + 60) % 360} 80% 80%)"/>
    <path d="M0 ${height * 0.75} L${width * 0.35} ${height * 0.5} L${width * 0.6} ${height * 0.7}
      L${width * 0.8} ${height * 0.55} L${width} ${height * 0.8} V${height} H0 Z" fill="hsl(${hue} 40% 12%)"/></svg>`;
}
