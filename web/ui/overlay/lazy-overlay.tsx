import { Loader } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { commonText } from '#texts/common.ts'
import { loadScreenTexts } from '#web/lib/language/load-texts.ts'
import { reportLoadFailure, useLazyPart } from '#web/lib/query/use-lazy-part.ts'
import styles from './lazy-overlay.module.css'

interface Overlay {
  /** Whether the overlay is open; omitted by overlays that are rendered only while they are open. */
  isOpen?: boolean
  onClose: (hasSaved?: boolean) => void
}

function Spinner() {
  return (
    <div className={styles.coming} role="status" aria-label={commonText.loading}>
      <Loader />
    </div>
  )
}

/**
 * Creates a dialog, drawer or panel whose code is loaded when it opens. `preload` may start the load earlier.
 * When the load fails, a toast reports it and the overlay closes, so that opening it again starts a new load.
 */
export function createLazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = <Spinner />,
) {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    if (!loaded) [loaded] = await Promise.all([load(), loadScreenTexts()])
    return loaded
  }
  function LazyOverlay(props: Props & Overlay) {
    const isOpen = props.isOpen ?? true
    useLazyPart(loadOnce, isOpen, () => {
      props.onClose()
      void reportLoadFailure()
    })
    if (loaded) {
      const Loaded = loaded
      return <Loaded {...props} />
    }
    return isOpen && placeholder
  }
  return Object.assign(LazyOverlay, { preload: () => void loadOnce().catch(() => {}) })
}
