/**
 * Subsets the two fonts to the glyphs that the interface needs and writes them to `web/fonts`, with their licences.
 * Run `node scripts/fonts.ts` after a change of the packages or the glyphs, and commit the result. The ranges below are
 * those of `web/styles/fonts.css`.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const packages = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const fonts = new URL('../web/fonts/', import.meta.url)

const glyphs = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, step) => from + step))

/** English needs only the first file; pages preload the text font. */
const scripts = [
  { name: 'ascii', source: 'latin', text: `${glyphs(0x20, 0x7e)}\u00a0©·–—‘’“”•…−←→` },
  { name: 'latin', source: 'latin', text: `${glyphs(0xa1, 0xff)}ıŒœˆ˚˜‚„†‹›′″€™∕↑↓\u2009\u200a\u202f` },
  { name: 'latin-ext', source: 'latin-ext', text: `${glyphs(0x100, 0x17f)}ȘșȚțẞ` },
]

type Face = {
  name: string
  file: (script: string) => string
  variationAxes: Record<string, { min: number; max: number }>
}

/** The axes cover the type scale: headings from 16 px with weights from 640, text with weights from 400 to 700. */
const faces: Face[] = [
  {
    name: 'geist',
    file: (script) => `geist-${script}-wght-normal.woff2`,
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  {
    name: 'bricolage-grotesque',
    file: (script) => `bricolage-grotesque-${script}-opsz-normal.woff2`,
    variationAxes: { wght: { min: 640, max: 800 }, opsz: { min: 16, max: 96 } },
  },
]

const keepFeatures = ['ccmp', 'locl', 'kern', 'mark', 'mkmk', 'liga', 'calt', 'tnum']

for (const { name, file, variationAxes } of faces) {
  const folder = new URL(`${name}/`, packages)
  for (const script of scripts) {
    const whole = await readFile(new URL(`files/${file(script.source)}`, folder))
    const cut = await subsetFont(whole, script.text, {
      targetFormat: 'woff2',
      keepFeatures,
      variationAxes,
      noHinting: true,
    })
    const result = new URL(`${name}-${script.name}.woff2`, fonts)
    await writeFile(result, cut)
    console.log(`${fileURLToPath(result)}: ${cut.length} bytes`)
  }
  await copyFile(new URL('LICENSE', folder), new URL(`${name}-OFL.txt`, fonts))
}
