import type { Role } from '#contract/people.ts'

export interface DemoPerson {
  key: string
  username: string
  role: Role
  profession?: string
  isAdmin?: boolean
}

/** Invented people: four who teach, eight who learn, one who approves. */
export const DEMO_PEOPLE: DemoPerson[] = [
  { key: 'marta', username: 'Marta Lindqvist', role: 'Teacher' },
  { key: 'aiko', username: 'Aiko Tanabe', role: 'Teacher' },
  { key: 'tomas', username: 'Tomás Herrera', role: 'Teacher' },
  { key: 'kwame', username: 'Kwame Mensah', role: 'Teacher' },
  { key: 'noah', username: 'Noah Bennett', role: 'Student' },
  { key: 'yara', username: 'Yara Haddad', role: 'Student' },
  { key: 'sofia', username: 'Sofia Marques', role: 'Student' },
  { key: 'wei', username: 'Chen Wei', role: 'Student' },
  { key: 'priya', username: 'Priya Nair', role: 'Student' },
  { key: 'lukas', username: 'Lukas Brandt', role: 'Student' },
  { key: 'amina', username: 'Amina Diallo', role: 'Student' },
  { key: 'olivia', username: 'Olivia Hart', role: 'Student' },
  { key: 'iris', username: 'Iris Novak', role: 'Other', profession: 'Librarian', isAdmin: true },
]

export const DEMO_DOMAIN = 'lectern.example'
