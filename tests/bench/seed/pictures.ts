import type { Images } from '#server/features/media/media.ts'

const COUNT = 12

type Names = [string, ...string[]]

function drawing(number: number, width: number, height: number): string {
  const hue = (number * 360) / COUNT
  const shapes = Array.from({ length: 9 }, (_, n) => {
    const x = (n * width) / 9
    const y = ((n * 7 + number * 3) % 9) * (height / 9)
    return `<circle cx="${x}" cy="${y}" r="${height / 6}" fill="hsl(${(hue + n * 23) % 360} 60% ${35 + n * 5}%)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 22%)"/>${shapes.join('')}</svg>`
}

/** A few real pictures, stored as uploads are; everything on the site shows one of them. */
export async function storePictures(images: Images): Promise<{ covers: Names; portraits: Names }> {
  const first = await storeOne(images, 0)
  const covers: Names = [first.cover]
  const portraits: Names = [first.portrait]
  for (let number = 1; number < COUNT; number += 1) {
    const { cover, portrait } = await storeOne(images, number)
    covers.push(cover)
    portraits.push(portrait)
  }
  return { covers, portraits }
}

async function storeOne(images: Images, number: number): Promise<{ cover: string; portrait: string }> {
  return {
    cover: await images.saveDrawing(drawing(number, 1280, 720), { kind: 'cover' }),
    portrait: await images.saveDrawing(drawing(number, 512, 512), { kind: 'portrait' }),
  }
}
