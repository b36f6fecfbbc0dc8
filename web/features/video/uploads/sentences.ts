import { countOf, formatTime } from '#contract/format.ts'
import { ORIGINAL_KEPT, UNREADABLE, UNREADABLE_PICTURE, WITHOUT_CONTENT } from '#contract/video/uploads.ts'
import { formatVideoSize } from '#web/ui/text/format.ts'
import { isBusy, isFaulty, isPreparing, isReady, type UploadItem } from './upload-item.ts'

export const percentOf = ({ received, bytes }: Pick<UploadItem, 'received' | 'bytes'>) =>
  bytes > 0 ? Math.floor((received / bytes) * 100) : 0

/** `3 min 28 s left` */
function exactTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min left`
  return minutes > 0 ? `${minutes} min ${whole % 60} s left` : `${whole} s left`
}

/** How long the preparation will take, from its progress since this page has watched it. */
export function preparingTime({ video, preparing }: UploadItem, now: number): string | undefined {
  if (!(video && preparing)) return
  const done = video.progress - preparing.from
  if (done < 2) return
  const seconds = ((now - preparing.since) / 1000 / done) * (100 - video.progress)
  return roughTime(seconds)
}

/** `about 6 min left` */
const roughTime = (seconds: number) =>
  seconds < 60 ? 'less than 1 min left' : `about ${Math.round(seconds / 60)} min left`

/** What is going on with a file, as one sentence. `before` counts the videos that are prepared first. */
export function sentenceOf(item: UploadItem, before: number, now: number): string {
  const { phase, fault, received, bytes } = item
  switch (phase) {
    case 'waiting':
      return 'Waiting to be uploaded.'
    case 'uploading':
      return uploading(item)
    case 'paused':
      return `Paused at ${percentOf(item)} %.`
    case 'lost':
      return `Paused at ${percentOf(item)} %. Choose the same file again to continue.`
    case 'refused':
      return fault ?? ''
    case 'failed':
      return joined(
        [fault, received > 0 && received < bytes && `${formatVideoSize(received)} are kept.`],
        ' ',
      )
    case 'sent':
      return preparation(item, before, now)
  }
}

function uploading(item: UploadItem): string {
  const { received, bytes, speed } = item
  const pace = speed ? [`${formatVideoSize(speed)}/s`, exactTime((bytes - received) / speed)] : []
  return [`${percentOf(item)} %`, ...pace].join(' · ')
}

function preparation(item: UploadItem, before: number, now: number): string {
  const { state, fault, durationSeconds = 0, quality, progress = 0 } = item.video ?? {}
  if (state === 'ready') return joined([formatTime(durationSeconds), quality, 'added as a draft'], ' · ')
  if (state === 'working') return joined([`Preparing ${progress} %`, preparingTime(item, now)], ' · ')
  if (fault === undefined) return waiting(before)
  return state === 'failed' ? joined([fault, helpFor(fault)], ' ') : fault
}

const UNUSABLE: readonly string[] = [UNREADABLE, UNREADABLE_PICTURE, WITHOUT_CONTENT]

/** What the teacher can do about a video that failed. A limit says it itself. */
function helpFor(fault: string): string | undefined {
  if (UNUSABLE.includes(fault)) return 'Save it as MP4 (H.264) and upload that file.'
  return fault.endsWith(ORIGINAL_KEPT) ? 'Try again.' : undefined
}

const joined = (parts: (string | false | undefined)[], between: string) => parts.filter(Boolean).join(between)

function waiting(before: number): string {
  if (before === 0) return 'Waiting to be prepared.'
  return `Waiting to be prepared: ${before} ${before === 1 ? 'video is' : 'videos are'} before it.`
}

/** `3 uploading · 2 preparing · 1 ready · 3 need you` */
export function summaryOf(items: readonly UploadItem[]): string {
  const counts: [number, string][] = [
    [items.filter(isBusy).length, 'uploading'],
    [items.filter(isPreparing).length, 'preparing'],
    [items.filter(isReady).length, 'ready'],
    [items.filter((item) => isFaulty(item) || ['lost', 'paused'].includes(item.phase)).length, 'need you'],
  ]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what === 'need you' && count === 1 ? 'needs you' : what}`)
    .join(' · ')
}

/** How many videos of the list are prepared before this one. */
export const preparedBefore = (items: readonly UploadItem[], item: UploadItem) =>
  items.slice(0, items.indexOf(item)).filter(isPreparing).length

/** `Up to 4 GB per file. 12 GB of your 20 GB are left.` */
export function spaceSentence({
  maxBytes,
  quotaBytes,
  usedBytes,
}: Record<'maxBytes' | 'quotaBytes' | 'usedBytes', number>) {
  const left = Math.max(0, quotaBytes - usedBytes)
  return `Up to ${formatVideoSize(maxBytes)} per file. ${left === 0 ? '0 GB' : formatVideoSize(left)} of your ${formatVideoSize(quotaBytes)} are left.`
}

/** The same for the tray, which is on every screen: `Preparing 42 % · goes on without you`. */
export function trayRowSentence(item: UploadItem, now: number): string {
  const { video, courseId, place, speed } = item
  if (item.phase === 'uploading')
    return joined([`${percentOf(item)} %`, speed ? `${formatVideoSize(speed)}/s` : ''], ' · ')
  if (video?.state === 'working') return `Preparing ${video.progress} % · goes on without you`
  if (video?.state !== 'ready') return sentenceOf(item, 0, now)
  const where = place.courseId === undefined ? 'draft' : 'replaces the video'
  return joined(
    ['Ready', formatTime(video.durationSeconds ?? 0), courseId === undefined ? 'in the trash' : where],
    ' · ',
  )
}

/** The head of the tray: `Uploading 2 of 5 files`. */
export function trayHeading(items: readonly UploadItem[]): string {
  const all = countOf(items.length, 'file')
  const count = (is: (item: UploadItem) => boolean) => items.filter(is).length
  const sending = count(isBusy)
  if (sending > 0) return `Uploading ${sending} of ${all}`
  const stopped = count(({ phase }) => phase === 'paused' || phase === 'lost')
  if (stopped > 0) return `${stopped} of ${all} stopped`
  const preparing = count(isPreparing)
  if (preparing > 0) return `Preparing ${preparing} of ${all}`
  const faulty = count(isFaulty)
  return faulty > 0 ? `${faulty} of ${all} failed` : `${all} ready`
}

/** How far the files are that are being sent, together: `42 % · about 6 min left`. */
export function sendingOf(items: readonly UploadItem[]): { percent: number; sentence: string } | undefined {
  const sending = items.filter(isBusy)
  if (sending.length === 0) return
  const sum = (of: (item: UploadItem) => number) => sending.reduce((total, item) => total + of(item), 0)
  const [received, bytes] = [sum((item) => item.received), sum((item) => item.bytes)]
  const speed = sum((item) => item.speed ?? 0)
  const percent = percentOf({ received, bytes })
  return {
    percent,
    sentence: joined([`${percent} %`, speed > 0 && roughTime((bytes - received) / speed)], ' · '),
  }
}
