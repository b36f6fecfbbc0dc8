/** How many playlists of an index contain the word; unused words are deleted. */
export interface SearchWordTable {
  word: string
  documents: number
}

export interface SearchDeletionTable {
  deletion: string
  word: string
}

/** A beginning of a word of a teacher's name, or the word and a space behind; in the order of the list of teachers. */
export interface SearchNameTable {
  beginning: string
  username_key: string
  user_id: string
}

/** A word of a teacher's name, as it is and with one of its letters left out. */
export interface SearchNameDeletionTable {
  deletion: string
  word: string
  user_id: string
}
