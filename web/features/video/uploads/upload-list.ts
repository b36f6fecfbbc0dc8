import type { Call } from '#contract/api.ts'
import { TUS_PATH } from '#contract/calls.ts'
import { CONNECTION_LOST } from '#contract/messages.ts'
import { titleFrom } from '#contract/video/upload-title.ts'
import {
  type CourseVideoState,
  UNREADABLE,
  type UploadPlace,
  type UploadSpace,
} from '#contract/video/uploads.ts'
import type { Session } from '#web/core/session-store.ts'
import { faultOf } from './check-file.ts'
import { fileOf, forgetHandle, handlesOf, keepHandle } from './file-handles.ts'
import { type Arrived, announceFile, cancelUpload, sendFile } from './send-file.ts'
import { heldUploads, holdUpload } from './send-lock.ts'
import { isPreparing, lostItem, type UploadItem } from './upload-item.ts'

interface Site {
  call: Call
  session: Session
}

/** A chosen or dropped file; in Chromium with the handle by which it is found again. */
export type ChosenFile = File & { readonly handle?: FileSystemFileHandle }

const AT_ONCE = 2

/** The uploads of one teacher in this tab. They go on while the teacher looks at other screens. */
export class UploadList {
  readonly #site: Site
  #items: readonly UploadItem[] = []
  #keys = 0
  readonly #listeners = new Set<() => void>()
  readonly #files = new Map<string, ChosenFile>()
  /** What stops each running upload. */
  readonly #running = new Map<string, () => void>()
  /** Ends when a new file is announced to the server, or refused. */
  readonly #announced = new Map<string, Promise<void>>()
  /** Releases the uploads that this tab has. */
  readonly #held = new Map<string, () => void>()
  /** The addresses of uploads that the server knows. */
  readonly #addresses = new Map<string, string>()

  constructor(site: Site) {
    this.#site = site
  }

  readonly items = (): readonly UploadItem[] => this.#items

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds files for this place. One that was begun for the same playlist goes on where it stopped, for the place of then. */
  choose(chosen: readonly ChosenFile[], place: UploadPlace): void {
    for (const file of chosen) {
      if (this.#continue(file, ({ place: { playlistId } }) => playlistId === place.playlistId)) continue
      this.#keys += 1
      const key = `new-${this.#keys}`
      this.#files.set(key, file)
      const { name, size: bytes } = file
      const title = titleFrom(name)
      this.#add({ key, name, bytes, title, place, phase: 'waiting', received: 0 })
      this.#announced.set(key, this.#announce(key, file, { ...place, title }))
    }
    this.#startNext()
  }

  /** Goes on with these files of an earlier visit. Others are left out: nobody has said where they go. */
  chooseAgain(chosen: readonly ChosenFile[]): void {
    for (const file of chosen) this.#continue(file, () => true)
    this.#startNext()
  }

  /** Shows uploads that an earlier visit has begun, and goes on with those whose file this browser may still read. */
  async restore(unfinished: UploadSpace['unfinished']): Promise<void> {
    const held = await heldUploads()
    const known = new Set([...this.#addresses.values()].map((address) => idOf(address)))
    for (const upload of unfinished) {
      if (known.has(upload._id) || held.has(upload._id)) continue
      this.#addresses.set(upload._id, `${TUS_PATH}/${upload._id}`)
      this.#add(lostItem(upload))
    }
    await this.#find({ isPressed: false })
  }

  /** Goes on with all lost uploads that have a handle. The browser asks for the permission. */
  readonly continueAll = (): Promise<void> => this.#find({ isPressed: true })

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
    try {
      this.hear(await this.#site.call('uploads.retry', { params: { videoId: item.video._id } }))
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
    this.#forget(key)
    for (const map of [this.#running, this.#files]) map.delete(key)
    this.#publish(this.#items.filter((item) => item.key !== key))
    this.#startNext()
  }

  /** Applies the news of a video that is being prepared. */
  hear(news: CourseVideoState): void {
    const item = this.#items.find((each) => each.video?._id === news._id)
    if (!item) return
    const isFirst = news.state === 'working' && item.preparing === undefined
    const preparing = { since: performance.now(), from: news.progress }
    this.#change(item.key, { video: news, ...(isFirst && { preparing }) })
    if (news.state === 'ready') void this.#showPoster(item)
  }

  /** Asks how far the videos are, because news may have been missed. */
  refresh(): void {
    for (const item of this.#items) {
      if (!(isPreparing(item) && item.video)) continue
      // The next news come anyway.
      this.#video(item.video._id).then(
        (now) => this.hear(now),
        () => undefined,
      )
    }
  }

  /** Stops and forgets everything: the session is over. */
  end(): void {
    for (const stop of [...this.#running.values(), ...this.#held.values()]) stop()
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

  /** Finds the lost upload of a file by name and size. */
  #continue(file: ChosenFile, isMeant: (item: UploadItem) => boolean): boolean {
    const lost = this.#items.find(
      (item) => item.phase === 'lost' && item.name === file.name && item.bytes === file.size && isMeant(item),
    )
    if (!lost) return false
    this.#files.set(lost.key, file)
    this.#change(lost.key, { phase: 'waiting', hasHandle: false })
    return true
  }

  /** Finds the files of lost uploads by their handles. */
  async #find(reading: { isPressed: boolean }): Promise<void> {
    const handles = await handlesOf(this.#site.session.current()?._id ?? '')
    for (const { key, name, bytes, phase } of this.#items) {
      const handle = handles.get(key)
      if (phase !== 'lost' || !handle) continue
      const file = await fileOf(handle, reading)
      const isSame = file?.name === name && file.size === bytes
      this.#change(key, { hasHandle: file ? isSame : !reading.isPressed })
      if (isSame) this.#continue(Object.assign(file, { handle }), (item) => item.key === key)
    }
    this.#startNext()
  }

  /** Starts those that wait, two at once. */
  #startNext(): void {
    for (const { key, phase } of this.#items) {
      if (this.#running.size >= AT_ONCE) return
      const file = this.#files.get(key)
      if (phase === 'waiting' && file) void this.#start(key, file)
    }
  }

  async #start(key: string, file: ChosenFile): Promise<void> {
    const item = this.#items.find((each) => each.key === key)
    if (!item) return
    const stopped = new AbortController()
    this.#running.set(key, () => stopped.abort())
    this.#change(key, { phase: 'uploading', fault: undefined })
    await this.#announced.get(key)
    if (stopped.signal.aborted) return
    const { place, title } = item
    const stop = sendFile({
      file,
      place: { ...place, title },
      address: this.#addresses.get(key),
      token: () => this.#token(),
      onAddress: (address) => this.#began(key, address, file),
      onProgress: (received, speed) => this.#change(key, { received, speed }),
      onArrived: (arrived) => void this.#arrived(key, arrived),
      onFault: (sentence) =>
        this.#stop(key, {
          phase: sentence === UNREADABLE ? 'refused' : 'failed',
          fault: sentence,
          speed: undefined,
        }),
    })
    stopped.signal.addEventListener('abort', stop)
  }

  /** Announces all files at once, because only the server remembers those that wait until the page is closed. */
  async #announce(key: string, file: ChosenFile, place: UploadPlace): Promise<void> {
    const fault = await faultOf(file)
    if (fault !== undefined) return this.#stop(key, { phase: 'refused', fault })
    // What is refused now, such as the 21st file, is announced once more when its turn comes.
    const address = await announceFile({ file, place, token: this.#token() }).catch(() => undefined)
    if (address === undefined) return
    if (this.#items.some((item) => item.key === key)) this.#began(key, address, file)
    else cancelUpload(address, this.#token())
  }

  #began(key: string, address: string, file: ChosenFile): void {
    this.#addresses.set(key, address)
    this.#held.get(key)?.()
    this.#held.set(key, holdUpload(idOf(address)))
    const user = this.#site.session.current()?._id
    if (file.handle && user !== undefined)
      void keepHandle({ user, upload: idOf(address), handle: file.handle })
  }

  /** The file has arrived: a course shows it, and the preparation goes on without this page. */
  async #arrived(key: string, { videoId, courseId }: Arrived): Promise<void> {
    const item = this.#items.find((each) => each.key === key)
    if (!item) return
    this.#forget(key)
    const video: CourseVideoState = { _id: videoId, state: 'queued', progress: 0 }
    const changes = { phase: 'sent' as const, received: item.bytes, speed: undefined, video }
    this.#stop(key, { ...changes, courseId: courseId ?? item.place.courseId })
    // The next news come anyway.
    const now = await this.#video(videoId).catch(() => undefined)
    if (now) this.hear(now)
  }

  #forget(key: string): void {
    this.#held.get(key)?.()
    const address = this.#addresses.get(key)
    if (address !== undefined) void forgetHandle(idOf(address))
  }

  /** The poster has replaced the first picture. */
  async #showPoster({ key, place: { playlistId = '' }, courseId = '' }: UploadItem): Promise<void> {
    // Without an answer the first picture stays.
    const found = await this.#site
      .call('courses.get', { params: { playlistId, courseId } })
      .catch(() => undefined)
    if (found) this.#change(key, { course: found })
  }

  #video(videoId: string): Promise<CourseVideoState> {
    return this.#site.call('uploads.video', { params: { videoId } })
  }

  #token(): string {
    return this.#site.session.current()?.token ?? ''
  }
}

const idOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

const lists = new Map<string, UploadList>()

/** The list of this teacher; it ends with the session. */
export function uploadListOf(site: Site): UploadList {
  const viewer = site.session.current()?._id ?? ''
  const known = lists.get(viewer)
  if (known) return known
  const list = new UploadList(site)
  lists.set(viewer, list)
  const unsubscribe = site.session.subscribe(() => {
    if (site.session.current()?._id === viewer) return
    unsubscribe()
    list.end()
    lists.delete(viewer)
  })
  return list
}
