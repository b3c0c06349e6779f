import { Loader } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { commonText } from '#texts/common.ts'
import { loadScreenTexts } from '#web/lib/language/load-interface-text-group.ts'
import { reportCodeLoadFailure, useLazilyLoadedCode } from '#web/lib/query/use-lazily-loaded-code.ts'
import styles from './lazy-overlay.module.css'

interface Overlay {
  /** Whether the dialog or drawer is open. Omitted by callers that render it only while it is open. */
  isOpen?: boolean
  onClose: (hasSaved?: boolean) => void
}

function OverlaySpinner() {
  return (
    <div className={styles.coming} role="status" aria-label={commonText.loading}>
      <Loader />
    </div>
  )
}

/**
 * Creates a dialog, drawer or panel whose code is loaded when it opens. `preload` may start loading earlier. If loading
 * fails, a toast reports it and the overlay closes, so that opening it again starts another attempt.
 */
export function createLazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = <OverlaySpinner />,
) {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    if (!loaded) [loaded] = await Promise.all([load(), loadScreenTexts()])
    return loaded
  }
  function LazyOverlay(props: Props & Overlay) {
    const isOpen = props.isOpen ?? true
    useLazilyLoadedCode(loadOnce, isOpen, () => {
      props.onClose()
      void reportCodeLoadFailure()
    })
    if (loaded) {
      const Loaded = loaded
      return <Loaded {...props} />
    }
    return isOpen && placeholder
  }
  return Object.assign(LazyOverlay, { preload: () => void loadOnce().catch(() => {}) })
}
