import { type LinkItem, NO_DETAILS, NO_PICTURE } from '#contract/video-links/video-links.ts'
import type { VideoDetails } from './details.queries.ts'
import type { VideoLine } from './pasted.ts'

/** A line whose video is known. */
export function knownItem({ line, video, ...given }: VideoLine, details: VideoDetails): LinkItem {
  const { finding, title, thumbnail, duration_s } = details
  const item = { line, ...video, title: given.title ?? title ?? video.key }
  if (finding === 'not-embeddable') {
    const message = `Line ${line}: the owner of this video does not allow it to be played on other sites.`
    return { ...item, state: 'refused', message }
  }
  if (finding === 'gone')
    return { ...item, state: 'refused', message: `Line ${line}: this video is private or was deleted.` }
  return {
    ...item,
    ...(thumbnail && { thumbnail }),
    ...(duration_s !== null && { duration: duration_s }),
    state: 'ok',
    message: thumbnail ? '' : NO_PICTURE,
  }
}

/** A line about whose video nothing could be found out. */
export function unknownItem({ line, video, title = video.key }: VideoLine): LinkItem {
  return { line, ...video, title, state: 'unknown', message: NO_DETAILS }
}
