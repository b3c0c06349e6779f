// IndexedDB database for keys and encrypted group data of each user of this browser. Stored keys are non-extractable.
const storeNames = ['identities', 'groups', 'devices', 'trust', 'outbox'] as const
export type KeyStoreName = (typeof storeNames)[number]

let openingDatabase: Promise<IDBDatabase> | undefined

export function awaitIndexedDbRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('perantau-keys', 2)
  request.onupgradeneeded = () => {
    const { result } = request
    for (const storeName of storeNames)
      if (!result.objectStoreNames.contains(storeName)) result.createObjectStore(storeName)
  }
  const database = await awaitIndexedDbRequest(request)
  // A newer release in another tab requests an upgrade of the database, so this tab closes its connection.
  database.onversionchange = () => {
    database.close()
    openingDatabase = undefined
  }
  return database
}

/**
 * Opens an IndexedDB transaction over several object stores. The transaction ends when the caller awaits
 * anything except requests of this transaction.
 */
export async function openKeyDatabaseTransaction(
  names: KeyStoreName[],
  mode: IDBTransactionMode,
): Promise<IDBTransaction> {
  openingDatabase ??= openDatabase().catch(error => {
    openingDatabase = undefined
    throw error
  })
  return (await openingDatabase).transaction(names, mode)
}

export async function runKeyDatabaseRequest<T>(
  storeName: KeyStoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = await openKeyDatabaseTransaction([storeName], mode)
  return awaitIndexedDbRequest(work(transaction.objectStore(storeName)))
}

/** Returns the IndexedDB key range of all records of one user. */
export const buildUserKeyRange = (userId: number) => IDBKeyRange.bound([userId], [userId, []])
