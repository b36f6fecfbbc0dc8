/** How to reach the people of the site: the same for every site, with an invented address and number. */
export const CONTACT = {
  email: 'hello@lectern.example',
  phone: '+1 202 555 0143',
  address: '12 Chalkboard Lane\nExample City 10115',
} as const
