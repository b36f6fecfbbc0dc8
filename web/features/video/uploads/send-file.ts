import type { HttpRequest, HttpResponse } from 'tus-js-client'
import { TUS_PATH } from '#contract/calls.ts'
import { CONNECTION_LOST } from '#contract/messages.ts'
import {
  CHUNK_BYTES,
  COURSE_ID_HEADER,
  NO_SPACE,
  UNREADABLE,
  type UploadPlace,
  VIDEO_ID_HEADER,
} from '#contract/video/uploads.ts'
import { retryDownload } from '#web/core/retry-download.ts'

const RETRY_MS = [0, 1000, 3000, 5000, 10_000]
const NO_SPACE_STATUS = 507
/** Too slow for one request, another offset, locked by the request before, too many requests. */
const WORTH_ANOTHER_TRY: readonly number[] = [408, 409, 423, 429]
const SPEED_OVER_MS = 4000
const SPEED_AFTER_MS = 500

/** A video that has arrived, and the course that shows it. */
export interface Arrived {
  videoId: string
  courseId: string | undefined
}

interface Sending {
  file: File
  /** Where the video goes; nowhere for a form that saves it. */
  place?: UploadPlace
  /** Where an earlier try has sent the beginning. */
  address: string | undefined
  token: () => string
  onAddress: (address: string) => void
  /** `speed` is in bytes a second, once it is known. */
  onProgress: (received: number, speed: number | undefined) => void
  onArrived: (arrived: Arrived) => void
  /** The server no longer accepts this token. */
  onLoggedOut: (token: string) => void
  /** Gets the sentence for the teacher, after several tries. */
  onFault: (fault: string) => void
}

/** Sends a file in pieces, and goes on where an earlier try stopped. Returns what pauses it. */
export function sendFile({ file, place = {}, address, token, ...handlers }: Sending): () => void {
  const stopped = new AbortController()
  const send = async () => {
    const { Upload } = await retryDownload(() => import('tus-js-client'))
    if (stopped.signal.aborted) return
    const speedOf = speedometer()
    let videoId: string | undefined
    let courseId: string | undefined
    const upload = new Upload(file, {
      endpoint: TUS_PATH,
      ...(address !== undefined && { uploadUrl: address }),
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, ...place },
      onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${token()}`),
      onAfterResponse(request, response) {
        if (response.getStatus() === 401) handlers.onLoggedOut(tokenOf(request))
        videoId = response.getHeader(VIDEO_ID_HEADER) ?? videoId
        courseId = response.getHeader(COURSE_ID_HEADER) ?? courseId
      },
      onUploadUrlAvailable: () => upload.url && handlers.onAddress(upload.url),
      onProgress: (received) => handlers.onProgress(received, speedOf(received)),
      onShouldRetry: ({ originalResponse }) =>
        isWorthAnotherTry(originalResponse?.getStatus() ?? 0) && !isFinal(originalResponse),
      onSuccess: () =>
        videoId === undefined ? handlers.onFault(CONNECTION_LOST) : handlers.onArrived({ videoId, courseId }),
      onError(error) {
        if (stopped.signal.aborted) return
        handlers.onFault(sentenceIn('originalResponse' in error ? error.originalResponse : null))
      },
    })
    stopped.signal.addEventListener('abort', () => {
      upload.abort().catch(() => undefined)
    })
    upload.start()
  }
  send().catch(() => handlers.onFault(CONNECTION_LOST))
  return () => stopped.abort()
}

const tokenOf = (request: HttpRequest) => request.getHeader('authorization')?.slice('Bearer '.length) ?? ''

/** `status` is 0 without an answer. */
const isWorthAnotherTry = (status: number) =>
  status === 0 || WORTH_ANOTHER_TRY.includes(status) || (status >= 500 && status !== NO_SPACE_STATUS)

/** A conflict with a sentence of the server is one that another try does not solve. */
const isFinal = (answer: HttpResponse | null) =>
  answer?.getStatus() === 409 && sentenceIn(answer) !== CONNECTION_LOST

/** The speed over the last seconds. */
function speedometer(): (received: number) => number | undefined {
  let samples: { at: number; received: number }[] = []
  return (received) => {
    const at = performance.now()
    samples = [...samples.filter((sample) => at - sample.at < SPEED_OVER_MS), { at, received }]
    const [first] = samples
    if (first === undefined || at - first.at < SPEED_AFTER_MS) return
    return ((received - first.received) / (at - first.at)) * 1000
  }
}

/** The sentence of the server, or that the connection was lost. */
export function sentenceIn(answer: Pick<HttpResponse, 'getStatus' | 'getBody'> | null): string {
  const body = answer?.getBody() ?? ''
  try {
    const { message }: { message?: unknown } = JSON.parse(body)
    return typeof message === 'string' ? message : CONNECTION_LOST
  } catch {
    // The protocol's own answers are plain text for programs, and so are ours while a part arrives.
    return [NO_SPACE, UNREADABLE].find((sentence) => sentence === body.trim()) ?? CONNECTION_LOST
  }
}

interface Announcing {
  file: File
  place: UploadPlace
  token: string
}

/** Announces a file to the server, which then knows it in every browser. Gives its address, or `undefined` when it was refused. */
export async function announceFile({ file, place, token }: Announcing): Promise<string | undefined> {
  const pairs = Object.entries({ filename: file.name, ...place })
  const answer = await fetch(TUS_PATH, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(file.size),
      'upload-metadata': pairs.map(([key, text]) => `${key} ${inBase64(text)}`).join(','),
    },
  })
  return answer.headers.get('location') ?? undefined
}

const inBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

/** Forgets what has arrived of a file. */
export function cancelUpload(address: string, token: string): void {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  // What is left of it is deleted after a week.
  fetch(address, { method: 'DELETE', headers }).catch(() => undefined)
}
