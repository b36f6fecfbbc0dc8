import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const FRAME = (text: string) => `1\r\n00:00:01,000 --> 00:00:02,000\r\n${text}\r\n`

/** The bytes of a text in a code page of one byte for each character. */
function inCodePage(text: string, encoding: string): Buffer {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = [...text].map((character) => table.indexOf(character))
  expect(bytes).not.toContain(-1)
  return Buffer.from(bytes)
}

test.each([
  ['windows-1252', 'de', 'Grüße aus Köln für euch – und schöne Wörter'],
  ['windows-1252', 'en', 'It’s “so” — he said'],
  ['windows-1252', 'en', 'Grüße'],
  ['windows-1252', 'fr', 'À bientôt, ça va très bien, déjà vu, cœur'],
  ['windows-1252', 'es', 'Señor, ¿qué tal? Mañana será mejor'],
  ['windows-1250', 'cs', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['windows-1250', 'pl', 'Mają dom'],
  ['windows-1250', 'pl', 'Zażółć gęślą jaźń, dzień dobry, ścieżka'],
  ['windows-1251', 'ru', 'Привет, это урок о замыканиях'],
  ['windows-1251', 'en', 'Привет, это урок о замыканиях'],
  ['windows-1251', 'uk', 'Привіт'],
  ['windows-1253', 'en', 'Καλημέρα, αυτό είναι ένα μάθημα για συναρτήσεις'],
  ['koi8-r', 'ru', 'Привет, это урок о замыканиях'],
  ['windows-1253', 'el', 'Άλλο ένα μάθημα για όλους, ευχαριστώ πολύ'],
  ['windows-1254', 'tr', 'Bugün işlevler ve çığ üzerine konuşacağız, teşekkürler'],
  ['windows-1255', 'he', 'שלום לכולם, זה שיעור על פונקציות'],
  ['windows-1256', 'ar', 'مرحبا بكم في الدرس شكرا جزيلا'],
  ['iso-8859-2', 'pl', 'Zażółć gęślą jaźń, dzień dobry, ścieżka'],
  ['iso-8859-2', 'pl', 'Są dwa'],
  ['iso-8859-2', 'cs', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['iso-8859-2', 'cs', 'Ještě ne'],
  ['iso-8859-2', 'cs', 'Že ano?'],
  ['iso-8859-2', 'sk', 'Veľká kniha'],
  ['iso-8859-2', 'sk', 'Naša škola'],
  ['windows-1250', 'sk', 'Veľká kniha'],
  ['windows-1250', 'cs', 'Ještě ne'],
  ['windows-1250', 'hu', 'Jó napot, kérem, őszi tűz'],
  ['windows-1252', 'fr', 'Le café coûte 5 €'],
  ['windows-1252', 'fr', 'Un cœur'],
  ['windows-1252', 'de', '½ Liter für 1½ €'],
  ['windows-1252', 'es', 'un «señor» con ½ vaso'],
  ['iso-8859-15', 'fr', 'Le café coûte 5 €'],
  ['iso-8859-15', 'fr', 'Un cœur et une sœur'],
  ['iso-8859-15', 'fr', 'Une œuvre'],
  ['macintosh', 'fr', 'Une leçon déjà vue, où êtes-vous ?'],
  ['macintosh', 'de', 'Schöne Grüße'],
  ['macintosh', 'es', 'Mañana será mejor'],
  ['macintosh', 'en', 'It’s so'],
  ['iso-8859-7', 'el', 'Άλλο ένα μάθημα για όλους'],
  ['iso-8859-5', 'ru', 'Привет, это урок о замыканиях'],
  ['koi8-r', 'ru', 'Да, это так'],
  ['koi8-u', 'uk', 'Привіт, це урок'],
  ['koi8-u', 'uk', 'Добрий день, сьогодні ми вивчаємо функції'],
])('captions in %s and the language %s are converted', (encoding, language, text) => {
  const bytes = inCodePage(FRAME(text), encoding)
  expect(decodeText(bytes, language)).toEqual({ text: FRAME(text), encoding })
})

/** As another program writes them. */
const ASIAN = [
  {
    encoding: 'shift_jis',
    language: 'ja',
    hex: '82b182f182c982bf82cd81418ad6909482cc8ef68bc682c582b78142',
    text: 'こんにちは、関数の授業です。',
  },
  { encoding: 'euc-jp', language: 'ja', hex: 'a4b3a4f3a4cba4c1a4cf', text: 'こんにちは' },
  { encoding: 'big5', language: 'zh', hex: 'a741a66e', text: '你好' },
  {
    encoding: 'gb18030',
    language: 'zh',
    hex: 'b4f3bcd2bac3a3acbdf1ccecced2c3c7d1a7cfb0',
    text: '大家好，今天我们学习',
  },
  {
    encoding: 'euc-kr',
    language: 'ko',
    hex: 'bec8b3e7c7cfbcbcbfe420bfc0b4c3c0ba20c7d4bcf6b8a620b9e8bff3b4cfb4d9',
    text: '안녕하세요 오늘은 함수를 배웁니다',
  },
]

test.each(ASIAN)('captions in $encoding are converted', ({ encoding, language, hex, text }) => {
  const bytes = Buffer.concat([Buffer.from(FRAME('')), Buffer.from(hex, 'hex')])
  expect(decodeText(bytes, language)).toEqual({ text: FRAME('') + text, encoding })
})

test.each([
  ['utf-16le', true],
  ['utf-16le', false],
  ['utf-16be', true],
  ['utf-16be', false],
])('captions in %s are converted; with a byte order mark: %s', (encoding, hasMark) => {
  const text = FRAME('Grüße 😀')
  const bytes = Buffer.from((hasMark ? '\uFEFF' : '') + text, 'utf16le')
  expect(decodeText(encoding === 'utf-16be' ? bytes.swap16() : bytes, 'en')).toEqual({ text, encoding })
})

test('a code page that does not fit the bytes is not used', () => {
  const western = Buffer.from(FRAME('Größe: 5 µm, Maß'), 'latin1')
  for (const language of ['ja', 'ko', 'zh', 'th', 'de']) {
    expect(decodeText(western, language)).toEqual({
      text: FRAME('Größe: 5 µm, Maß'),
      encoding: 'windows-1252',
    })
  }
  const mixed = Buffer.concat([Buffer.from(FRAME('Größe')), Buffer.from(FRAME('Größe'), 'latin1')])
  expect(decodeText(mixed, 'de')).toEqual({
    text: FRAME('GrÃ¶ÃŸe') + FRAME('Größe'),
    encoding: 'windows-1252',
  })
})

test('UTF-8 stays as it is, and bytes that are no text are not decoded', () => {
  const text = FRAME('Grüße 😀')
  expect(decodeText(Buffer.from(text), 'en')).toEqual({ text })
  expect(decodeText(Buffer.from(`\uFEFF${text}`), 'en')).toEqual({ text })
  expect(decodeText(Buffer.from([0xff, 0xfe, 0x57]), 'en')).toBeUndefined()
  expect(decodeText(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x00]), 'en')).toBeUndefined()
})
