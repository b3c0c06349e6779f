// The browser's own database of keys: what lies in it can be used and not read. Each person who signs in here has
// their own.
const shelves = ['identities', 'groups', 'devices', 'trust', 'outbox'] as const
export type Shelf = (typeof shelves)[number]

let opening: Promise<IDBDatabase> | undefined

export function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('perantau-keys', 2)
  request.onupgradeneeded = () => {
    const { result } = request
    for (const shelf of shelves) if (!result.objectStoreNames.contains(shelf)) result.createObjectStore(shelf)
  }
  const database = await settle(request)
  // A newer release in another tab must not have to wait for this one.
  database.onversionchange = () => {
    database.close()
    opening = undefined
  }
  return database
}

/** Several shelves at once; nothing but their own requests may be waited for before it ends. */
export async function transact(names: Shelf[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  opening ??= openDatabase().catch(error => {
    opening = undefined
    throw error
  })
  return (await opening).transaction(names, mode)
}

export async function on<T>(
  shelf: Shelf,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = await transact([shelf], mode)
  return settle(work(transaction.objectStore(shelf)))
}

/** All that is kept under a person's id. */
export const rangeOf = (userId: number) => IDBKeyRange.bound([userId], [userId, []])
