import { inflateSync } from 'node:zlib'

/** The objects of a PDF as Chromium writes it, by number; streams are inflated. */
function objectsOf(pdf: Buffer): Map<string, string> {
  const text = pdf.toString('latin1')
  const objects = text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map([...objects].map(([, number = '', content = '']) => [number, inflated(content)]))
}

function inflated(content: string): string {
  const [, head = content, stream] = /^([\s\S]*?)\bstream\n([\s\S]*)\nendstream$/.exec(content) ?? []
  if (stream === undefined) return content
  const bytes = Buffer.from(stream, 'latin1')
  return head + (head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : stream)
}

type Characters = ReadonlyMap<string, string>

/** The characters of the codes of a font, by the digits of the code. */
function charactersOf(toUnicode: string): Characters {
  const characters = new Map<string, string>()
  const hex = (digits: string) => Number.parseInt(digits, 16)
  for (const [, block = ''] of toUnicode.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', character = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      characters.set(code.toUpperCase(), utf16(character))
  for (const [, block = ''] of toUnicode.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = hex(from); code <= hex(to); code += 1)
        characters.set(
          code.toString(16).toUpperCase().padStart(from.length, '0'),
          String.fromCodePoint(hex(first) + code - hex(from)),
        )
  return characters
}

const utf16 = (digits: string) => Buffer.from(digits, 'hex').swap16().toString('utf16le')

function decoded(digits: string, characters: Characters): string {
  const [code = '0000'] = characters.keys()
  const codes = digits.toUpperCase().match(new RegExp(`.{${code.length}}`, 'g')) ?? []
  return codes.map((each) => characters.get(each) ?? '').join('')
}

/** The words of a PDF that Chromium has printed, without spaces: where lines break there are none anyway. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const all = [...objects.values()]
  const fonts = new Map<string, Characters>()
  for (const [, name = '', number = ''] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, toUnicode = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '') ?? []
    fonts.set(name, charactersOf(objects.get(toUnicode) ?? ''))
  }
  let written = ''
  for (const content of all.filter((each) => /\bBT\b/.test(each))) {
    let font: Characters = new Map()
    for (const [, name, digits] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-fA-F]+)>/g)) {
      if (name !== undefined) font = fonts.get(name) ?? new Map()
      else if (digits !== undefined) written += decoded(digits, font)
    }
  }
  return written.replaceAll(/\s/g, '')
}
