import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One file operation of the server, in order. */
export type Event = { at: bigint } & (
  | { kind: 'create'; inode: string; path: string }
  | { kind: 'sync'; inode: string; path: string }
  | { kind: 'write'; inode: string; path: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; inode: string; path: string; length: number }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'mkdir'; path: string }
)

const LINE_END = 0x0a

/** Reads a recording of recorder.c. Throws on any other file. */
export function readRecording(file: string): Event[] {
  const bytes = readFileSync(file)
  const events: Event[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(LINE_END, at)
    const line = /^(.) (\d+) (\d+) (\d+) (\d+) (.*)$/.exec(bytes.toString('utf8', at, end))
    if (!line) throw new Error(`The recording is broken at byte ${at}.`)
    const [, kind = '', time = '0', inode = '', a = '0', b = '0', path = ''] = line
    at = end + 1
    const stamp = { at: BigInt(time), inode, path }
    if (kind === 'w') {
      const length = Number(b)
      events.push({ ...stamp, kind: 'write', offset: Number(a), bytes: bytes.subarray(at, at + length) })
      at += length
    } else {
      events.push(withoutBytes(kind, Number(a), stamp))
    }
  }
  return events
}

function withoutBytes(
  kind: string,
  length: number,
  stamp: { at: bigint; inode: string; path: string },
): Event {
  if (kind === 'c') return { ...stamp, kind: 'create' }
  if (kind === 's') return { ...stamp, kind: 'sync' }
  if (kind === 't') return { ...stamp, kind: 'truncate', length }
  if (kind === 'u') return { at: stamp.at, kind: 'unlink', path: stamp.path }
  if (kind === 'm') return { at: stamp.at, kind: 'mkdir', path: stamp.path }
  const [path = '', to = ''] = stamp.path.split('\t')
  if (kind === 'r') return { at: stamp.at, kind: 'rename', path, to }
  throw new Error(`The recording has an unknown event ${kind}.`)
}

export const folderOf = (path: string): string => dirname(path)
