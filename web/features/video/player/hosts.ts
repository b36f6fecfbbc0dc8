import type { Video, VideoSource } from '#contract/video/video.ts'
import type { Engine } from './engine.ts'
import { VIMEO_ORIGIN, vimeoEngine } from './vimeo-engine.ts'
import { YOUTUBE_ORIGIN, youtubeEngine } from './youtube-engine.ts'

interface EmbedOptions {
  /** Where playback starts, in seconds. */
  at: number
  /** The host shows its own controls, and we do not control it. */
  ownControls: boolean
}

export interface Host {
  name: string
  embedAddress: (video: Video, options: EmbedOptions) => string
  /** The page of the video at its host. */
  pageAddress: (video: Video) => string
  connect: (frame: HTMLIFrameElement) => Engine
}

const youtube: Host = {
  name: 'YouTube',
  embedAddress: ({ key }, { at, ownControls }) => {
    const query = new URLSearchParams({
      autoplay: '1',
      rel: '0',
      playsinline: '1',
      ...(at > 0 && { start: String(Math.floor(at)) }),
      ...(!ownControls && { controls: '0', enablejsapi: '1', origin: location.origin }),
    })
    return `${YOUTUBE_ORIGIN}/embed/${encodeURIComponent(key)}?${query}`
  },
  pageAddress: ({ key }) => `https://www.youtube.com/watch?v=${encodeURIComponent(key)}`,
  connect: youtubeEngine,
}

const vimeo: Host = {
  name: 'Vimeo',
  embedAddress: ({ key, hash }, { at, ownControls }) => {
    const query = new URLSearchParams({
      autoplay: '1',
      dnt: '1',
      playsinline: '1',
      ...(hash !== undefined && { h: hash }),
      ...(!ownControls && { controls: '0' }),
    })
    return `${VIMEO_ORIGIN}/video/${encodeURIComponent(key)}?${query}#t=${Math.floor(at)}s`
  },
  pageAddress: ({ key, hash }) => `https://vimeo.com/${[key, hash].filter(Boolean).join('/')}`,
  connect: vimeoEngine,
}

const HOSTS: Readonly<Record<Exclude<VideoSource, 'upload'>, Host>> = { youtube, vimeo }

/** The site that has the video, or `undefined` for an uploaded one. */
export function hostOf({ source }: Video): Host | undefined {
  return source === 'upload' ? undefined : HOSTS[source]
}
