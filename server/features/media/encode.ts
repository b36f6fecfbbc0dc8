import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { PictureKind, Pixels } from './decode.ts'

const WIDTHS: Record<PictureKind, number[]> = { cover: [320, 640], portrait: [96, 256], logo: [96, 256] }
const QUALITY = 80
const NAME_LENGTH = 40

const PLACEHOLDER_SIDE = 16
const PLACEHOLDER_QUALITY = 20
const PLACEHOLDER_MAX = 300

export interface Version {
  width: number
  bytes: Buffer
}

/** A picture as it will be stored: the same pixels always have the same name. */
export interface Picture {
  name: string
  width: number
  height: number
  /** By width, ascending; the last is the picture in full. */
  versions: Version[]
  /** All versions together. */
  bytes: number
  /** A tiny picture as a data URL, shown until the real one is there; empty when it would not be tiny. */
  placeholder: string
}

/** The versions that screens of different widths load; none wider than the pixels are. */
export async function encode(pixels: Pixels, kind: PictureKind): Promise<Picture> {
  const versions: Version[] = []
  for (const width of [...WIDTHS[kind].filter((each) => each < pixels.width), pixels.width]) {
    const bytes = await imageOf(pixels).resize({ width }).webp({ quality: QUALITY }).toBuffer()
    versions.push({ width, bytes })
  }
  const widest = versions.at(-1)?.bytes ?? Buffer.alloc(0)
  return {
    name: createHash('sha256').update(widest).digest('hex').slice(0, NAME_LENGTH),
    width: pixels.width,
    height: pixels.height,
    versions,
    bytes: versions.reduce((sum, { bytes }) => sum + bytes.length, 0),
    placeholder: await placeholderOf(pixels),
  }
}

function imageOf({ data, width, height, channels }: Pixels) {
  return sharp(data, { raw: { width, height, channels } })
}

async function placeholderOf(pixels: Pixels): Promise<string> {
  const tiny = await imageOf(pixels)
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: PLACEHOLDER_QUALITY, effort: 6 })
    .toBuffer()
  const url = `data:image/webp;base64,${tiny.toString('base64')}`
  return url.length <= PLACEHOLDER_MAX ? url : ''
}
