import cluster from 'node:cluster'
import type { Db } from '#server/data/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { AppError, busy } from '#server/http/app-error.ts'
import { createMutex, createSlots } from '#server/http/slots.ts'
import type { PictureKind, Pixels } from './decode.ts'
import type { Picture } from './encode.ts'
import { bytesOf, deleteUnnamed, findStored, insertImage } from './media.queries.ts'
import { filesOf, newFilesOf, type StoredWidths } from './picture-files.ts'
import { createSweep, type Sweep } from './sweep.ts'

export interface ImageOrder {
  /** A cover keeps its proportions inside 1280×720, a logo inside 512×512; a portrait is cut square to 512. */
  kind: PictureKind
  /** The user whose quota it counts against. */
  ownerId?: string
}

/** Stores pictures as WebP files and deletes them. */
export interface Images extends Sweep {
  /**
   * Decodes, re-encodes and stores a picture; returns the name that rows refer to. The files are durable before this returns.
   * Throws an AppError if it is not a picture, is too large, or the queue of decodes is full.
   */
  save(bytes: Buffer, order: ImageOrder): Promise<string>
  /** Saves a picture and passes its name to `work`; deletes it again if `work` fails. */
  saveFor<Result>(bytes: Buffer, order: ImageOrder, work: (name: string) => Promise<Result>): Promise<Result>
  /** The same as `save` for an SVG that the program itself drew; never hand it anything that came from outside. */
  saveDrawing(svg: string, order: ImageOrder): Promise<string>
  /** The pixels of such an SVG, which are not stored. */
  draw(svg: string): Promise<Pixels>
  /**
   * Deletes the files and rows of pictures that no row refers to; call it after the commit. It never throws: the next sweep
   * deletes the rest.
   */
  release(names: string[]): Promise<void>
}

const IMAGES_QUOTA_BYTES = 300 * 1024 * 1024
const IMAGES_QUOTA_REACHED = 'You have reached the limit of 300 MB of images.'

/** Workers share the machine's memory, so each decodes one at a time. */
const DECODES_AT_ONCE = cluster.isWorker ? 1 : 2
/** Uploads are limited before they are read (uploads.ts), so what arrives here may wait. */
const DECODES_WAITING = 64
const WAIT_MS = 10_000
const BUSY_SECONDS = 5
/** Another process may be storing the same picture in what is shared: there it is left to the sweep. */
async function discard(files: FileStore, pictures: StoredWidths[]): Promise<void> {
  if (!files.isShared) await files.remove(pictures.flatMap(filesOf))
}

export function createImages({ db, files }: { db: Db; files: FileStore }): Images {
  const slots = createSlots({
    atOnce: DECODES_AT_ONCE,
    waiting: DECODES_WAITING,
    waitMs: WAIT_MS,
    error: () => busy(BUSY_SECONDS),
  })
  /** Serializes saves and deletes: one request may delete a picture while another saves the same bytes. */
  const runExclusive = createMutex()
  const drawExclusive = createMutex()

  async function checkQuota(ownerId: string | undefined, more: number): Promise<void> {
    if (ownerId === undefined) return
    if ((await bytesOf(db, ownerId)) + more > IMAGES_QUOTA_BYTES)
      throw new AppError('conflict', IMAGES_QUOTA_REACHED)
  }

  async function store(picture: Picture, ownerId: string | undefined): Promise<string> {
    const { name, versions } = picture
    await runExclusive(async () => {
      const stored = await findStored(db, name)
      if (!stored) await checkQuota(ownerId, picture.bytes)
      try {
        await files.put(newFilesOf(name, versions))
        await insertImage(db, { ...picture, ownerId })
      } catch (error) {
        if (!stored) await discard(files, [{ name, widths: versions.map(({ width }) => width) }])
        throw error
      }
    })
    return name
  }

  function releaseOlderThan(names: string[], before?: string): Promise<number> {
    return runExclusive(async () => {
      const gone = await deleteUnnamed(db, names, before)
      await discard(files, gone)
      return gone.length
    })
  }

  async function save(bytes: Buffer, { kind, ownerId }: ImageOrder): Promise<string> {
    await checkQuota(ownerId, 0)
    const picture = await slots.run(() => pictureOf(bytes, kind))
    return store(picture, ownerId)
  }

  /** The next sweep deletes what fails here. */
  async function release(names: string[]): Promise<void> {
    await releaseOlderThan(names).catch(() => 0)
  }

  return {
    save,
    async saveFor(bytes, order, work) {
      const name = await save(bytes, order)
      return work(name).catch(async (error: unknown) => {
        await release([name])
        throw error
      })
    },
    async saveDrawing(svg, { kind, ownerId }) {
      const pixels = await drawExclusive(() => drawingOf(svg, kind))
      return store(await encodedOf(pixels, kind), ownerId)
    },
    draw: (svg) => drawExclusive(() => drawingOf(svg, 'cover')),
    release,
    ...createSweep({ db, files, runExclusive, releaseOlderThan }),
  }
}

/** Loads the large native image library on first use. */
async function load() {
  const [{ decodeDrawing, decodePicture }, { encode }] = await Promise.all([
    import('./decode.ts'),
    import('./encode.ts'),
  ])
  return { decodeDrawing, decodePicture, encode }
}

/** As `decodePicture`, and encoded in every width. */
async function pictureOf(bytes: Buffer, kind: PictureKind): Promise<Picture> {
  const { decodePicture, encode } = await load()
  return encode(await decodePicture(bytes, kind), kind)
}

/** As `decodeDrawing`: run one at a time. */
async function drawingOf(svg: string, kind: PictureKind): Promise<Pixels> {
  return (await load()).decodeDrawing(svg, kind)
}

async function encodedOf(pixels: Pixels, kind: PictureKind): Promise<Picture> {
  return (await load()).encode(pixels, kind)
}
