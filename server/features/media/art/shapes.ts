/* SVG elements as text. Numbers have one digit after the point: enough at 640 px, and it keeps the files small. */

type Extra = string

const short = (value: number): string => String(Number(value.toFixed(1)))

export type Box = { x: number; y: number; width: number; height: number; radius?: number }

export function rect({ x, y, width, height, radius }: Box, fill: string, extra: Extra = ''): string {
  const corner = radius ? ` rx="${radius}"` : ''
  const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`
  return `<rect ${box} fill="${fill}"${corner}${extra}/>`
}

export type Circle = { x: number; y: number; radius: number }

export function circle({ x, y, radius }: Circle, fill: string, extra: Extra = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"${extra}/>`
}

export function path(data: string, fill: string, extra: Extra = ''): string {
  return `<path d="${data}" fill="${fill}"${extra}/>`
}

export type Pen = { color: string; width: number }

export function stroke(data: string, { color, width }: Pen, extra: Extra = ''): string {
  return `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}"${extra}/>`
}

export function outlined({ color, width }: Pen): Extra {
  return ` stroke="${color}" stroke-width="${width}"`
}

export const roundCaps: Extra = ' stroke-linecap="round"'
