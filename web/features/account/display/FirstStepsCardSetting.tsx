import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { firstStepsText as text } from '#texts/settings.ts'
import { setFirstStepsCardHidden, useIsFirstStepsCardHidden } from '#web/lib/device/first-steps.ts'

/** Switch that shows or hides the first-steps card on the dashboard. */
export function FirstStepsCardSetting({ userId }: { userId: number }) {
  const isHidden = useIsFirstStepsCardHidden(userId)
  return (
    <Switch
      label={text.label}
      checked={!isHidden}
      onChange={event => setFirstStepsCardHidden(userId, !event.currentTarget.checked)}
    />
  )
}
