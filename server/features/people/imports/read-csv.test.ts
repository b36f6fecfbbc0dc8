import { expect, test } from 'vitest'
import { AppError } from '#server/http/app-error.ts'
import { readCsv } from './read-csv.ts'

function failureOf(file: Buffer | string): unknown {
  try {
    readCsv(Buffer.from(file))
  } catch (error) {
    return error instanceof AppError ? [error.code, error.errors] : error
  }
  throw new Error('The file was read.')
}

const ANNA = {
  line: 2,
  name: 'Anna Schmidt',
  email: 'anna@school.example',
  role: 'Student',
  groups: 'Class 7b',
}

test.each([
  [',', 'name,email,role,groups\nAnna Schmidt,anna@school.example,Student,Class 7b'],
  [';', 'name;email;role;groups\r\nAnna Schmidt;anna@school.example;Student;Class 7b\r\n'],
  ['\t', 'name\temail\trole\tgroups\rAnna Schmidt\tanna@school.example\tStudent\tClass 7b\r'],
  [',', '\ufeff"Groups", ROLE ,E-Mail,Email,Name\nClass 7b,Student,x,anna@school.example, Anna Schmidt '],
])('a file with the separator %o is read', (separator, text) => {
  expect(readCsv(Buffer.from(text))).toEqual({ separator, lines: [ANNA] })
})

test('lines are numbered as in the file; empty ones and those of empty cells are left out', () => {
  const text =
    'name,email\n\nAnna,anna@x.example\n,\n"Ben\nJunior",ben@x.example\nCem "C" Ay,cem@x.example\nDora'
  expect(readCsv(Buffer.from(text)).lines).toEqual([
    { line: 3, name: 'Anna', email: 'anna@x.example', role: '', groups: '' },
    { line: 6, name: 'Ben\nJunior', email: 'ben@x.example', role: '', groups: '' },
    { line: 7, name: 'Cem "C" Ay', email: 'cem@x.example', role: '', groups: '' },
    { line: 8, name: 'Dora', email: '', role: '', groups: '' },
  ])
})

const HEADER = 'The first line must name the columns: name, email, role, groups.'

test.each([
  ['without a header', 'Anna,anna@school.example,Student,Class 7b', HEADER],
  ['that is empty', '', HEADER],
  [
    'with a header alone',
    'name,email,role,groups\n\n',
    'There is nobody in this file. Add a line for each person.',
  ],
  ['in Latin-1', Buffer.from('name,email\nZoë,zoe@x.example', 'latin1'), 'Save the file as UTF-8.'],
  ['in UTF-16', Buffer.from('\ufeffname,email\nZoë,z@x.example', 'utf16le'), 'Save the file as UTF-8.'],
  [
    'with an open quotation mark',
    'name,email\nAnna,a@x.example\n"Ben,b@x.example\nC,c@x.example',
    'Line 3: a quotation mark is missing.',
  ],
  ['with 5,001 lines', `name,email\n${'a,a@x.example\n'.repeat(5001)}`, 'A file can have 5,000 lines.'],
  [
    'with a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    'Save the file as UTF-8.',
  ],
])('a file %s is rejected with what to do', (_, file, sentence) => {
  expect(failureOf(file)).toEqual(['invalid', { file: sentence }])
})

test('a file with 5,000 lines is read', () => {
  expect(readCsv(Buffer.from(`name,email\n${'a,a@x.example\n'.repeat(5000)}`)).lines).toHaveLength(5000)
})
