import type { Call } from '#contract/api.ts'
import { TUS_PATH } from '#contract/calls.ts'
import type { ImageRef } from '#contract/media/media.ts'
import { CONNECTION_LOST } from '#contract/messages.ts'
import type { UploadSpace, VideoState } from '#contract/video/uploads.ts'
import type { Session } from '#web/core/session-store.ts'
import { cancelUpload, sendFile } from './send-file.ts'
import { titleFrom } from './titles.ts'

/** `lost`: the file must be chosen again. `sent`: its draft is in the playlist, and `video` says how far it is. */
export type UploadPhase = 'waiting' | 'uploading' | 'paused' | 'lost' | 'failed' | 'adding' | 'sent'

export interface UploadItem {
  key: string
  name: string
  bytes: number
  title: string
  phase: UploadPhase
  received: number
  /** Bytes a second. */
  speed?: number | undefined
  fault?: string | undefined
  course?: { _id: string; tutorialImage: ImageRef }
  video?: VideoState
  /** When the first progress of the preparation came, to tell how long it will take. */
  preparing?: { since: number; from: number }
}

interface Site {
  call: Call
  session: Session
}

const AT_ONCE = 2

/** The uploads of one teacher into one playlist. They go on while the teacher looks at other screens. */
export class UploadList {
  readonly #site: Site
  readonly #playlistId: string
  #items: readonly UploadItem[] = []
  /** Empty for the end of the playlist. */
  #sectionId = ''
  #keys = 0
  readonly #listeners = new Set<() => void>()
  readonly #files = new Map<string, File>()
  /** What stops each running upload. */
  readonly #running = new Map<string, () => void>()
  /** The addresses of uploads that the server knows. */
  readonly #addresses = new Map<string, string>()

  constructor(site: Site, playlistId: string) {
    this.#site = site
    this.#playlistId = playlistId
  }

  readonly items = (): readonly UploadItem[] => this.#items

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Where the drafts of uploads go that arrive from now on. */
  aim(sectionId: string): void {
    this.#sectionId = sectionId
  }

  /** Adds files; one that was begun before goes on where it stopped. */
  choose(chosen: readonly File[]): void {
    for (const file of chosen) {
      const { name, size: bytes } = file
      const begun = this.#items.find(
        (item) => item.phase === 'lost' && item.name === name && item.bytes === bytes,
      )
      this.#keys += 1
      const key = begun?.key ?? `${this.#playlistId}-${this.#keys}`
      this.#files.set(key, file)
      if (begun) this.#change(key, { phase: 'waiting' })
      else this.#add({ key, name, bytes, title: titleFrom(name), phase: 'waiting', received: 0 })
    }
    this.#startNext()
  }

  /** Shows uploads that an earlier visit has begun. */
  restore(unfinished: UploadSpace['unfinished']): void {
    const known = new Set([...this.#addresses.values()].map((address) => address.split('/').at(-1)))
    for (const { _id, name, bytes, received } of unfinished) {
      if (known.has(_id)) continue
      this.#addresses.set(_id, `${TUS_PATH}/${_id}`)
      this.#add({ key: _id, name, bytes, title: titleFrom(name), phase: 'lost', received })
    }
  }

  pause(key: string): void {
    this.#stop(key, { phase: 'paused', speed: undefined })
  }

  /** Goes on after a pause or a fault. A video that has arrived is not sent again. */
  resume(key: string): void {
    this.#change(key, { phase: this.#files.has(key) ? 'waiting' : 'lost', fault: undefined })
    this.#startNext()
  }

  /** Has a failed video prepared once more, from the file that the server has kept. */
  async retry(key: string): Promise<void> {
    const item = this.#items.find((each) => each.key === key)
    if (!item?.video) return
    const { _id: videoId } = item.video
    try {
      const video = await this.#site.call('uploads.retry', { params: { videoId } })
      if (item.course) this.hear(video)
      // It had failed before it could get a draft.
      else await this.#addDraft(key, videoId)
    } catch (error) {
      const fault = error instanceof Error ? error.message : CONNECTION_LOST
      this.#change(key, { video: { ...item.video, fault } })
    }
  }

  /** Ends an upload and forgets what has arrived of it. */
  remove(key: string): void {
    this.#running.get(key)?.()
    const address = this.#addresses.get(key)
    const isKept = this.#items.find((item) => item.key === key)?.phase === 'sent'
    if (address !== undefined && !isKept) cancelUpload(address, this.#token())
    for (const map of [this.#running, this.#files]) map.delete(key)
    this.#publish(this.#items.filter((item) => item.key !== key))
    this.#startNext()
  }

  /** Applies the news of a video that is being prepared. */
  hear(video: VideoState): void {
    const item = this.#items.find((each) => each.video?._id === video._id)
    if (!item) return
    const isFirst = video.state === 'working' && item.preparing === undefined
    const preparing = { since: performance.now(), from: video.progress }
    this.#change(item.key, { video, ...(isFirst && { preparing }) })
    if (video.state === 'ready') void this.#showPoster(item)
  }

  /** Asks how far the videos are, because news may have been missed. */
  refresh(): void {
    for (const { video } of this.#items) {
      if (video?.state !== 'queued' && video?.state !== 'working') continue
      // The next news come anyway.
      this.#video(video._id).then(
        (now) => this.hear(now),
        () => undefined,
      )
    }
  }

  /** Stops and forgets everything: the session is over. */
  end(): void {
    for (const stop of this.#running.values()) stop()
    this.#publish([])
  }

  #publish(items: readonly UploadItem[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }

  #add(item: UploadItem): void {
    this.#publish([...this.#items, item])
  }

  #change(key: string, changes: Partial<UploadItem>): void {
    this.#publish(this.#items.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }

  #stop(key: string, changes: Partial<UploadItem>): void {
    this.#running.get(key)?.()
    this.#running.delete(key)
    this.#change(key, changes)
    this.#startNext()
  }

  /** Starts those that wait, two at once. */
  #startNext(): void {
    for (const { key, phase } of this.#items) {
      if (this.#running.size >= AT_ONCE) return
      const file = this.#files.get(key)
      if (phase === 'waiting' && file) this.#start(key, file)
    }
  }

  #start(key: string, file: File): void {
    this.#change(key, { phase: 'uploading', fault: undefined })
    const stop = sendFile({
      file,
      address: this.#addresses.get(key),
      token: () => this.#token(),
      onAddress: (address) => this.#addresses.set(key, address),
      onProgress: (received, speed) => this.#change(key, { received, speed }),
      onArrived: (videoId) => void this.#addDraft(key, videoId),
      onFault: (fault) => this.#stop(key, { phase: 'failed', fault, speed: undefined }),
    })
    this.#running.set(key, stop)
  }

  /** The file has arrived: its draft appears in the playlist, and the preparation goes on without this page. */
  async #addDraft(key: string, videoId: string): Promise<void> {
    const item = this.#items.find((each) => each.key === key)
    if (!item) return
    this.#stop(key, { phase: 'adding', received: item.bytes, speed: undefined })
    const sectionId = this.#sectionId
    const draft = { source: 'upload' as const, key: videoId, title: item.title, image: true }
    try {
      const { data } = await this.#site.call('videoLinks.add', {
        params: { playlistId: this.#playlistId },
        body: { items: [{ ...draft, ...(sectionId !== '' && { sectionId }) }] },
      })
      const [course] = data
      const video = await this.#video(videoId)
      this.#change(key, { phase: 'sent', ...(course && { course }), video })
      this.hear(video)
    } catch (error) {
      // A file that is no video may have failed already: then there is no draft.
      const video = await this.#video(videoId).catch(() => undefined)
      if (video?.state === 'failed') this.#change(key, { phase: 'sent', video })
      // Retry asks for the end of the upload again, which names its video.
      else
        this.#change(key, {
          phase: 'failed',
          fault: error instanceof Error ? error.message : CONNECTION_LOST,
        })
    }
  }

  /** The poster has replaced the generated cover. */
  async #showPoster({ key, course }: UploadItem): Promise<void> {
    if (!course) return
    const params = { playlistId: this.#playlistId, courseId: course._id }
    // Without an answer the generated cover stays.
    const found = await this.#site.call('courses.get', { params }).catch(() => undefined)
    if (found) this.#change(key, { course: found })
  }

  #video(videoId: string): Promise<VideoState> {
    return this.#site.call('uploads.video', { params: { videoId } })
  }

  #token(): string {
    return this.#site.session.current()?.token ?? ''
  }
}

const lists = new Map<string, UploadList>()

/** The list of this teacher and playlist; it ends with the session. */
export function uploadListOf(site: Site, playlistId: string): UploadList {
  const viewer = site.session.current()?._id
  const name = `${viewer ?? ''} ${playlistId}`
  const known = lists.get(name)
  if (known) return known
  const list = new UploadList(site, playlistId)
  lists.set(name, list)
  const unsubscribe = site.session.subscribe(() => {
    if (site.session.current()?._id === viewer) return
    unsubscribe()
    list.end()
    lists.delete(name)
  })
  return list
}

/** Whether leaving the site would stop an upload. */
export const isBusy = ({ phase }: UploadItem) => ['waiting', 'uploading', 'adding'].includes(phase)
