import type { Readable } from 'node:stream'

/** What one kind of files needs of its store. */
export interface FileKind {
  /** The folder in the data folder, and the beginning of the keys in a bucket. */
  folder: string
  /** The names of its files. No other name reaches a path. */
  names: RegExp
  /** On disk, files lie in sub-folders by the first two letters of their names. */
  hasSubfolders?: boolean
  /** The time limit of one try to write a file into a bucket. */
  tryMs: number
  /** The time limit of any other operation of a bucket, and of all tries to write together. */
  wholeMs: number
}

/** Part of a file: `end` is the last byte. */
export interface Range {
  start: number
  end: number
}

/** A file or part of one: bytes that others may have as well, or a stream that must be read or destroyed. */
export interface OpenFile {
  size: number
  content: Buffer | Readable
}

export interface NewFile {
  name: string
  bytes: Buffer
}

export interface StoredFile {
  name: string
  bytes: number
  /** Milliseconds. */
  changedAt: number
}

/** Where files of one kind are stored: a folder of this machine, which its workers share, or a bucket that all nodes share. */
export interface FileStore {
  /** Another process may store the file that this one is about to delete. */
  readonly isShared: boolean
  /** The folder or the bucket, for a person. */
  readonly location: string
  /** All files are durable under their names when this returns. Throws an AppError while the store cannot take them. */
  put(files: NewFile[]): Promise<void>
  /** Takes over a folder of files as `name`. The file `last` is stored last: with it, all are there. */
  putFolder(name: string, folder: string, last: string): Promise<void>
  /** In bytes; `undefined` when the file is missing. */
  sizeOf(name: string): Promise<number | undefined>
  /** The whole file, or a range that it has; `undefined` when it is missing. */
  open(name: string, range?: Range): Promise<OpenFile | undefined>
  read(name: string): Promise<Buffer | undefined>
  /** All files, or those of a folder, some at a time. */
  list(folder?: string): AsyncGenerator<StoredFile[]>
  folders(): Promise<string[]>
  /** A file that cannot be deleted stays for the next sweep. */
  remove(names: string[]): Promise<void>
  removeFolder(name: string): Promise<void>
  /** Throws when the store does not accept a write. */
  check(): Promise<void>
}

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
}

/** The media type of a file, by the ending of its name. */
export function mediaTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
