import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { setFirstStepsHidden, useFirstStepsHidden } from '#web/lib/first-steps.ts'
import { firstStepsText as text } from './settings.text.ts'

/** Switch that shows or hides the first-steps card on the dashboard. */
export function FirstStepsSetting({ userId }: { userId: number }) {
  const isHidden = useFirstStepsHidden(userId)
  return (
    <Switch
      label={text.label}
      checked={!isHidden}
      onChange={event => setFirstStepsHidden(userId, !event.currentTarget.checked)}
    />
  )
}
