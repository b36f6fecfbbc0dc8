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
import { connection } from '#web/core/connection.ts'
import type { Session } from '#web/core/session-store.ts'
import { faultOf } from './check-file.ts'
import { fileOf, handlesOf, keepHandle } from './file-handles.ts'
import { claimedUploads, KnownUploads } from './known-uploads.ts'
import { type Arrived, announceFile, cancelUpload, sendFile } from './send-file.ts'
import { type ChosenFile, isPreparing, lostItem, type UploadItem } from './upload-item.ts'

export interface UploadingSite {
  call: Call
  session: Session
}

const AT_ONCE = 2

/** The uploads of one teacher in this tab. They go on while the teacher looks at other screens. */
export class UploadList {
  readonly #site: UploadingSite
  #items: readonly UploadItem[] = []
  #keys = 0
  readonly #listeners = new Set<() => void>()
  readonly #files = new Map<string, ChosenFile>()
  /** What stops each running upload. */
  readonly #running = new Map<string, () => void>()
  /** Ends when a new file is announced to the server, or refused. */
  readonly #announced = new Map<string, Promise<void>>()
  readonly #known = new KnownUploads()

  constructor(site: UploadingSite) {
    this.#site = site
  }

  readonly items = (): readonly UploadItem[] => this.#items

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds files for this place. One that was begun for it goes on where it stopped; another section does not count. */
  choose(chosen: readonly ChosenFile[], place: UploadPlace): void {
    const isSame = ({ place: { playlistId, courseId } }: UploadItem) =>
      playlistId === place.playlistId && courseId === place.courseId
    for (const file of chosen) {
      if (this.#continue(file, isSame)) continue
      this.#keys += 1
      const key = `new-${this.#keys}`
      this.#files.set(key, file)
      const { name, size: bytes } = file
      const title = titleFrom(name)
      this.#publish([...this.#items, { key, name, bytes, title, place, phase: 'waiting', received: 0 }])
      this.#announced.set(key, this.#announce(key, file, { ...place, title }))
    }
    this.startNext()
  }

  /** Goes on with these files of an earlier visit. Others are left out: nobody has said where they go. */
  chooseAgain(chosen: readonly ChosenFile[]): void {
    for (const file of chosen) this.#continue(file, () => true)
    this.startNext()
  }

  /**
   * Shows uploads that an earlier visit has begun and no other tab goes on with, and continues those whose file this browser may
   * still read.
   */
  async restore(unfinished: UploadSpace['unfinished']): Promise<void> {
    const claimed = await claimedUploads()
    const lost = new Map(
      unfinished.filter(({ _id }) => !claimed.has(_id)).map((upload) => [upload._id, upload]),
    )
    for (const { key, phase } of this.#items) if (phase === 'lost' && !lost.has(key)) this.#leave(key)
    for (const [id, upload] of lost) {
      if (this.#known.has(id) || this.#isAnnouncing(upload)) continue
      this.#known.add(id, `${TUS_PATH}/${id}`)
      this.#publish([...this.#items, lostItem(upload)])
    }
    await this.#find({ isPressed: false })
  }

  /** Whether this page has just announced it: the list of unfinished uploads can be faster than the answer. */
  #isAnnouncing({ name, bytes }: UploadSpace['unfinished'][number]): boolean {
    return this.#items.some(
      (item) => item.name === name && item.bytes === bytes && this.#known.id(item.key) === '',
    )
  }

  /** Goes on with all lost uploads that have a handle. The browser asks for the permission. */
  readonly continueAll = (): Promise<void> => this.#find({ isPressed: true })

  pause(key: string): void {
    this.#stop(key, { phase: 'paused', speed: undefined })
  }

  /** Goes on after a pause or a fault. A video that has arrived is not sent again. */
  resume(key: string): void {
    this.#change(key, { phase: this.#files.has(key) ? 'waiting' : 'lost', fault: undefined })
    this.startNext()
  }

  /** Has a failed video prepared once more, from the file that the server has kept. */
  async retry(key: string): Promise<void> {
    const item = this.#itemOf(key)
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
    const address = this.#known.address(key)
    const isKept = this.#itemOf(key)?.phase === 'sent'
    if (address !== undefined && !isKept) cancelUpload(address, this.#token())
    this.#known.end(key)
    this.#files.delete(key)
    this.#drop(key)
  }

  /** Applies the news of a video that is being prepared. */
  hear(news: CourseVideoState): void {
    const item = this.#items.find((each) => each.video?._id === news._id)
    if (!item) return
    const isFirst = news.state === 'working' && item.preparing === undefined
    const preparing = { since: performance.now(), from: news.progress }
    this.#change(item.key, { video: news, ...(isFirst && { preparing }) })
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

  /** Stops what is being sent until `startNext`. */
  wait(): void {
    for (const key of [...this.#running.keys()]) this.#stop(key, { phase: 'waiting', speed: undefined })
  }

  /** Stops and forgets everything: the session is over. */
  end(): void {
    for (const stop of this.#running.values()) stop()
    this.#known.releaseAll()
    this.#publish([])
  }

  readonly #itemOf = (key: string) => this.#items.find((item) => item.key === key)

  #publish(items: readonly UploadItem[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }

  #change(key: string, changes: Partial<UploadItem>): void {
    this.#publish(this.#items.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }

  #stop(key: string, changes: Partial<UploadItem>): void {
    this.#running.get(key)?.()
    this.#running.delete(key)
    this.#change(key, changes)
    this.startNext()
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
    const lost = this.#items.filter(({ key, phase }) => phase === 'lost' && handles.has(key))
    // All at once, because the browser asks only as long as the press is fresh.
    await Promise.all(lost.map((item) => this.#findOne(item, handles.get(item.key), reading)))
    this.startNext()
  }

  async #findOne(
    { key, name, bytes }: UploadItem,
    handle: FileSystemFileHandle | undefined,
    reading: { isPressed: boolean },
  ): Promise<void> {
    const file = handle && (await fileOf(handle, reading))
    const isSame = file?.name === name && file.size === bytes
    this.#change(key, { hasHandle: file ? isSame : !reading.isPressed })
    if (isSame) this.#continue(Object.assign(file, { handle }), (item) => item.key === key)
  }

  /** Starts those that wait, two at once. */
  startNext(): void {
    if (this.#token() === '') return
    for (const { key, phase } of this.#items) {
      if (this.#running.size >= AT_ONCE) return
      const file = this.#files.get(key)
      if (phase === 'waiting' && file) void this.#start(key, file)
    }
  }

  async #start(key: string, file: ChosenFile): Promise<void> {
    const item = this.#itemOf(key)
    if (!item) return
    const stopped = new AbortController()
    this.#running.set(key, () => stopped.abort())
    this.#change(key, { phase: 'uploading', fault: undefined })
    await this.#announced.get(key)
    if (!(await this.#known.claim(key))) this.#leave(key)
    if (stopped.signal.aborted) return
    const { place, title } = item
    const stop = sendFile({
      file,
      place: { ...place, title },
      address: this.#known.address(key),
      token: () => this.#token(),
      onAddress: (address) => void this.#began(key, address, file),
      onProgress: (received, speed) => this.#change(key, { received, speed }),
      onArrived: (arrived) => void this.#arrived(key, arrived),
      onLoggedOut: (token) => this.#site.session.expire(token),
      onFault: (sentence) => void this.#failed(key, sentence),
    })
    stopped.signal.addEventListener('abort', stop)
  }

  /** Without a connection, it goes on when the server answers again. */
  async #failed(key: string, fault: string): Promise<void> {
    this.#stop(key, { phase: fault === UNREADABLE ? 'refused' : 'failed', fault, speed: undefined })
    if (fault !== CONNECTION_LOST || !(await connection.recover())) return
    const item = this.#itemOf(key)
    if (item?.phase === 'failed' && item.fault === fault) this.resume(key)
  }

  /** Announces all files at once, because only the server remembers those that wait until the page is closed. */
  async #announce(key: string, file: ChosenFile, place: UploadPlace): Promise<void> {
    const fault = await faultOf(file)
    if (fault !== undefined) return this.#stop(key, { phase: 'refused', fault })
    // What is refused now, such as the 21st file, is announced once more when its turn comes.
    const address = await announceFile({ file, place, token: this.#token() }).catch(() => undefined)
    if (address === undefined) return
    if (this.#itemOf(key)) await this.#began(key, address, file)
    else cancelUpload(address, this.#token())
  }

  async #began(key: string, address: string, { handle }: ChosenFile): Promise<void> {
    this.#known.add(key, address)
    const upload = this.#known.id(key)
    // The list of unfinished uploads may have named it before this answer came.
    if (upload !== key && this.#itemOf(upload)) this.#leave(upload)
    const user = this.#site.session.current()?._id
    if (handle && user !== undefined) void keepHandle({ user, upload, handle })
    await this.#known.claim(key)
  }

  /** Another tab shows it. */
  #leave(key: string): void {
    this.#known.forget(key)
    this.#drop(key)
  }

  #drop(key: string): void {
    this.#running.get(key)?.()
    this.#running.delete(key)
    this.#publish(this.#items.filter((item) => item.key !== key))
    this.startNext()
  }

  /** The file has arrived: a course shows it, and the preparation goes on without this page. */
  async #arrived(key: string, { videoId, courseId }: Arrived): Promise<void> {
    const item = this.#itemOf(key)
    if (!item) return
    this.#known.end(key)
    const video: CourseVideoState = { _id: videoId, state: 'queued', progress: 0 }
    const changes = { phase: 'sent' as const, received: item.bytes, speed: undefined, video }
    this.#stop(key, { ...changes, courseId: courseId ?? item.place.courseId })
    // The next news come anyway.
    const now = await this.#video(videoId).catch(() => undefined)
    if (now) this.hear(now)
  }

  #video(videoId: string): Promise<CourseVideoState> {
    return this.#site.call('uploads.video', { params: { videoId } })
  }

  #token(): string {
    return this.#site.session.current()?.token ?? ''
  }
}
