import sharp, { type Sharp, type SharpOptions } from 'sharp'
import {
  IMAGE_MAX_PIXELS,
  IMAGE_MAX_SIDE,
  IMAGE_TOO_MANY_PIXELS,
  IMAGE_UNREADABLE,
  IMAGE_WRONG_TYPE,
  LOGO_MIN_SIDE,
  LOGO_TOO_SMALL,
} from '#contract/media/media.ts'
import { AppError } from '#server/http/app-error.ts'

/** Pixels only, without the file's metadata (EXIF, location, profile, trailing bytes). */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

export type PictureKind = 'cover' | 'portrait' | 'logo'

/** A picture that keeps its proportions fits into these. */
const BOXES = { cover: { width: 1280, height: 720 }, logo: { width: 512, height: 512 } }
const PORTRAIT_SIDE = 512
const TIMEOUT_SECONDS = 10
/** How many pixels an inch of a drawing becomes before it is fitted: enough for the smallest drawing. */
const DRAWING_DENSITY = 144
const DRAWINGS = ['VipsForeignLoadSvg', 'VipsForeignLoadSvgBuffer']

/** Enable only the four decoders that we need; others had vulnerabilities and cost memory. */
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

const LIMITS = {
  limitInputPixels: IMAGE_MAX_PIXELS,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
} satisfies SharpOptions

/**
 * The first frame of an uploaded picture, upright and resized. Ignores its name and declared type. Throws an AppError for
 * anything except a whole JPEG, PNG, WebP or GIF within the limits.
 */
export async function decodePicture(bytes: Buffer, kind: PictureKind): Promise<Pixels> {
  const type = typeOf(bytes)
  if (type === undefined) throw wrong(IMAGE_WRONG_TYPE)
  try {
    const { width, height, format, autoOrient } = await sharp(bytes, LIMITS).metadata()
    if (format !== type) throw wrong(IMAGE_UNREADABLE)
    rejectSize({ width, height }, kind)
    return await pixelsOf(fitted(sharp(bytes, LIMITS).autoOrient(), autoOrient, kind))
  } catch (error) {
    if (error instanceof AppError) throw error
    const tooMany = error instanceof Error && error.message.includes('pixel limit')
    throw wrong(tooMany ? IMAGE_TOO_MANY_PIXELS : IMAGE_UNREADABLE)
  }
}

function rejectSize({ width, height }: { width: number; height: number }, kind: PictureKind): void {
  if (Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS)
    throw wrong(IMAGE_TOO_MANY_PIXELS)
  if (kind === 'logo' && Math.min(width, height) < LOGO_MIN_SIDE) throw wrong(LOGO_TOO_SMALL)
}

/** Whether a stored file decodes to its last pixel. */
export async function isPicture(bytes: Buffer): Promise<boolean> {
  if (typeOf(bytes) !== 'webp') return false
  return pixelsOf(sharp(bytes, LIMITS)).then(
    () => true,
    () => false,
  )
}

/** One of our own drawings as pixels. The SVG decoder is there only while this runs: run one at a time. */
export async function decodeDrawing(svg: string, kind: PictureKind): Promise<Pixels> {
  sharp.unblock({ operation: DRAWINGS })
  try {
    const options = { ...LIMITS, density: DRAWING_DENSITY }
    const size = await sharp(Buffer.from(svg), options).metadata()
    return await pixelsOf(fitted(sharp(Buffer.from(svg), options), size, kind))
  } finally {
    sharp.block({ operation: DRAWINGS })
  }
}

/** Never enlarges a picture. */
function fitted(
  image: Sharp,
  { width, height }: { width: number; height: number },
  kind: PictureKind,
): Sharp {
  if (kind !== 'portrait') return image.resize({ ...BOXES[kind], fit: 'inside', withoutEnlargement: true })
  const side = Math.min(width, height, PORTRAIT_SIDE)
  return image.resize({ width: side, height: side, fit: 'cover' })
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

function wrong(message: string): AppError {
  return new AppError('invalid', message)
}

type PictureType = 'jpeg' | 'png' | 'webp' | 'gif'

const BEGINNINGS: [PictureType, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
]

/** The type of a file by its first bytes; only the four types that we accept. */
export function typeOf(bytes: Buffer): PictureType | undefined {
  const head = bytes.toString('latin1', 0, 12)
  return BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0]
}
