/** What a user typed at the registration. */
export interface NewAccount {
  email: string
  password: string
}

/** In this variable alone, never in a storage, the history or an address. */
let account: NewAccount | undefined

/** For the login form that follows the registration. */
export const newAccount = {
  current: () => account,
  keep(typed: NewAccount): void {
    account = typed
  },
  forget(): void {
    account = undefined
  },
}
