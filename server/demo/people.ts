import type { Role } from '#contract/user-fields.ts'
import type { Look } from '#server/features/media/portrait.ts'

export interface DemoPerson {
  key: string
  /** The look of their portrait. */
  look: Partial<Look>
  username: string
  role: Role
  profession?: string
  isAdmin?: boolean
}

const [LIGHT, CREAM, TAN, BROWN, DEEP] = ['#F3CDB2', '#F0C3A0', '#E7B48F', '#9A6240', '#6F4430']
const [FAIR, CHESTNUT, DARK, BLACK, RED, GREY] = [
  '#B9814A',
  '#7B4A2A',
  '#2A211D',
  '#181A20',
  '#8C3B22',
  '#D9CFC4',
]
/** The values of `Look.style`. */
const [SHORT, CROPPED, LONG, BUN, CURLS, FRINGE] = [0, 1, 2, 3, 4, 5]

/** Invented users: four teachers, eight students and one admin. */
export const DEMO_PEOPLE: DemoPerson[] = [
  {
    key: 'marta',
    username: 'Marta Lindqvist',
    role: 'Teacher',
    look: { skin: LIGHT, hair: FAIR, style: LONG, beard: false },
  },
  {
    key: 'aiko',
    username: 'Aiko Tanabe',
    role: 'Teacher',
    look: { skin: CREAM, hair: BLACK, style: FRINGE, beard: false },
  },
  {
    key: 'tomas',
    username: 'Tomás Herrera',
    role: 'Teacher',
    look: { skin: TAN, hair: DARK, style: SHORT, beard: true },
  },
  {
    key: 'kwame',
    username: 'Kwame Mensah',
    role: 'Teacher',
    look: { skin: DEEP, hair: BLACK, style: CROPPED, glasses: true },
  },
  {
    key: 'noah',
    username: 'Noah Bennett',
    role: 'Student',
    look: { skin: LIGHT, hair: CHESTNUT, style: SHORT, beard: false },
  },
  {
    key: 'yara',
    username: 'Yara Haddad',
    role: 'Student',
    look: { skin: TAN, hair: DARK, style: LONG, beard: false },
  },
  {
    key: 'sofia',
    username: 'Sofia Marques',
    role: 'Student',
    look: { skin: TAN, hair: DARK, style: CURLS, beard: false },
  },
  {
    key: 'wei',
    username: 'Chen Wei',
    role: 'Student',
    look: { skin: CREAM, hair: BLACK, style: SHORT, glasses: true, beard: false },
  },
  {
    key: 'priya',
    username: 'Priya Nair',
    role: 'Student',
    look: { skin: BROWN, hair: BLACK, style: LONG, beard: false },
  },
  {
    key: 'lukas',
    username: 'Lukas Brandt',
    role: 'Student',
    look: { skin: LIGHT, hair: FAIR, style: CROPPED, beard: true },
  },
  {
    key: 'amina',
    username: 'Amina Diallo',
    role: 'Student',
    look: { skin: DEEP, hair: BLACK, style: CURLS, beard: false },
  },
  {
    key: 'olivia',
    username: 'Olivia Hart',
    role: 'Student',
    look: { skin: LIGHT, hair: RED, style: FRINGE, beard: false },
  },
  {
    key: 'iris',
    username: 'Iris Novak',
    role: 'Other',
    profession: 'Librarian',
    isAdmin: true,
    look: { skin: LIGHT, hair: GREY, style: BUN, glasses: true, beard: false },
  },
]

export const DEMO_DOMAIN = 'lectern.example'
