import { TITLE_MAX, TITLE_MIN } from '#contract/text-fields.ts'

/** The title of a video from the name of its file: `07-promises_from scratch.mp4` is "Promises from scratch". */
export function titleFrom(name: string): string {
  const words = name
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/^[\d.\-–—_\s]+(?=\p{L})/u, '')
    .replaceAll(/[_-]+|\s+/g, ' ')
    .trim()
  const title = (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, TITLE_MAX).trim()
  return title.length < TITLE_MIN ? `Video ${title}`.trim() : title
}
