import { FileBytes } from './file-bytes.ts'
import { type Event, folderOf } from './recording.ts'

/** The fate of unsynced writes when the power fails. */
export const FATES = ['dropped', 'kept', 'random', 'torn'] as const
export type Fate = (typeof FATES)[number]

const SECTOR = 512

type Change = { offset: number; bytes: Buffer } | { length: number }

/** The content of a file: the synced bytes, and the changes since the last sync. */
interface Content {
  durable: FileBytes
  pending: Change[]
}

type NameChange =
  | { kind: 'add'; path: string; content: Content }
  | { kind: 'remove'; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'move'; path: string; to: string }

interface Names {
  files: Map<string, Content>
  folders: Set<string>
}

/**
 * A disk that loses as much as it may: bytes last after a sync of their file, names after a sync of their folder. Names
 * change in order, as in a journaling file system; the bytes of one file change in any order.
 */
export class Disk {
  readonly #root: string
  readonly #byInode = new Map<string, Content>()
  readonly #now: Names
  readonly #durable: Names
  #pending: NameChange[] = []

  constructor(root: string) {
    this.#root = root
    this.#now = { files: new Map(), folders: new Set([root]) }
    this.#durable = { files: new Map(), folders: new Set([root]) }
  }

  apply(event: Event): void {
    if (event.kind === 'create') this.#create(event)
    else if (event.kind === 'write')
      this.#byInode.get(event.inode)?.pending.push({ offset: event.offset, bytes: event.bytes })
    else if (event.kind === 'truncate') this.#byInode.get(event.inode)?.pending.push({ length: event.length })
    else if (event.kind === 'sync') this.#sync(event)
    else this.#rename(nameChangeOf(event))
  }

  /** The files after the power is back. */
  after(fate: Fate, chance: () => number): Map<string, Buffer> {
    const names: Names = { files: new Map(this.#durable.files), folders: new Set(this.#durable.folders) }
    const count = lastingNames(fate, this.#pending.length, chance)
    for (const change of this.#pending.slice(0, count)) changeNames(names, change)
    const current = new Map<string, Buffer>()
    for (const [path, content] of names.files) {
      if (names.folders.has(folderOf(path))) current.set(path, bytesAfter(content, fate, chance))
    }
    return current
  }

  #create({ inode, path }: { inode: string; path: string }): void {
    const known = this.#byInode.get(inode)
    if (known !== undefined && this.#now.files.get(path) === known) return
    const content: Content = { durable: new FileBytes(), pending: [] }
    this.#byInode.set(inode, content)
    this.#rename({ kind: 'add', path, content })
  }

  #rename(change: NameChange): void {
    changeNames(this.#now, change)
    this.#pending.push(change)
  }

  #sync({ inode, path }: { inode: string; path: string }): void {
    const content = this.#byInode.get(inode)
    if (content !== undefined && this.#now.files.get(path) === content) {
      for (const change of content.pending) content.durable.apply(change)
      content.pending = []
    } else if (this.#now.folders.has(path) || path === this.#root) {
      for (const change of this.#pending) if (belongsTo(path, change)) changeNames(this.#durable, change)
      this.#pending = this.#pending.filter((change) => !belongsTo(path, change))
    }
  }
}

function lastingNames(fate: Fate, pending: number, chance: () => number): number {
  if (fate === 'dropped') return 0
  return fate === 'kept' ? pending : Math.floor(chance() * (pending + 1))
}

function nameChangeOf(event: Extract<Event, { kind: 'rename' | 'unlink' | 'mkdir' }>): NameChange {
  if (event.kind === 'rename') return { kind: 'move', path: event.path, to: event.to }
  return { kind: event.kind === 'mkdir' ? 'folder' : 'remove', path: event.path }
}

function belongsTo(folder: string, change: NameChange): boolean {
  return folderOf(change.kind === 'move' ? change.to : change.path) === folder
}

function changeNames({ files, folders }: Names, change: NameChange): void {
  if (change.kind === 'folder') folders.add(change.path)
  else if (change.kind === 'add') files.set(change.path, change.content)
  else if (change.kind === 'remove') files.delete(change.path)
  else {
    const content = files.get(change.path)
    files.delete(change.path)
    if (content) files.set(change.to, content)
  }
}

function bytesAfter({ durable, pending }: Content, fate: Fate, chance: () => number): Buffer {
  if (fate === 'dropped') return durable.bytes()
  const pieces = fate === 'torn' ? pending.flatMap(sectors) : pending
  const after = durable.copy()
  for (const change of pieces) if (fate === 'kept' || chance() < 0.5) after.apply(change)
  return after.bytes()
}

function sectors(change: Change): Change[] {
  if (!('bytes' in change)) return [change]
  const { offset, bytes } = change
  return Array.from({ length: Math.ceil(bytes.length / SECTOR) }, (_, index) => ({
    offset: offset + index * SECTOR,
    bytes: bytes.subarray(index * SECTOR, (index + 1) * SECTOR),
  }))
}
