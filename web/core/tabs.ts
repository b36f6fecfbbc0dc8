/** What the tabs of one browser tell each other. A log-out and saved playlists reach them through the stored session. */
const KINDS = ['like', 'done', 'progress', 'note', 'follow', 'privacy', 'play'] as const
type TabKind = (typeof KINDS)[number]

/** What a user changed. */
export interface TabNews {
  kind: TabKind
  course?: string
}

export interface TabMessage extends TabNews {
  user: string
}

let channel: BroadcastChannel | undefined

/** It is opened late, because the server renders without one. */
function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('lectern')
  return channel
}

/** Tells the other tabs; this one does not hear it. */
export function tellTabs(message: TabMessage): void {
  open().postMessage(message)
}

/** Gives the function that ends it. */
export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<unknown>) => isMessage(data) && listener(data)
  open().addEventListener('message', receive)
  return () => open().removeEventListener('message', receive)
}

/** A tab with another version of the program may say something else. */
function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const { user, kind }: Record<string, unknown> = { ...data }
  return typeof user === 'string' && KINDS.some((known) => known === kind)
}
