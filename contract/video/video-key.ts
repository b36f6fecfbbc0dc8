import type { Video } from './video.ts'

/** Names the video that recorded seconds belong to: `youtube:_cMxraX_5RE`. */
export function videoKeyOf({ source, key }: Pick<Video, 'source' | 'key'>): string {
  return `${source}:${key}`
}
