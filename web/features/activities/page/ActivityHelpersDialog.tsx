import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { type ActivityDetail, maxHelpers } from '#shared/contracts/activities/activities.schemas.ts'
import { helperText as text } from '#texts/activities.ts'
import {
  useSearchForActivityHelpers,
  useSetActivityHelpers,
} from '#web/features/activities/activities.api.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'

/** Dialog to choose an activity's helpers. Chosen people stay listed while the user searches for others. */
export function ActivityHelpersDialog({
  activity,
  onClose,
}: {
  activity: ActivityDetail
  onClose: () => void
}) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(activity.helpers)
  const found = useSearchForActivityHelpers(search)
  const save = useSetActivityHelpers(activity.id)
  const isChosen = (id: number) => chosen.some(person => person.id === id)
  const others = (found.data ?? []).filter(({ id }) => !isChosen(id))
  return (
    <FormDialog
      title={text.title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            loading={save.isPending}
            onClick={() =>
              save.mutate(
                chosen.map(({ id }) => id),
                { onSuccess: onClose },
              )
            }
          >
            {text.save}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.help}
      </Text>
      <SearchField label={text.search} value={search} onChange={setSearch} />
      {isQueryErrorShownInsteadOfData(found) && (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      )}
      {!found.data && !isQueryErrorShownInsteadOfData(found) && <Skeleton height={160} />}
      {[...chosen, ...others].map(person => (
        <Checkbox
          key={person.id}
          label={person.fullName}
          checked={isChosen(person.id)}
          disabled={!isChosen(person.id) && chosen.length >= maxHelpers}
          onChange={event =>
            setChosen(
              event.currentTarget.checked ? [...chosen, person] : chosen.filter(one => one.id !== person.id),
            )
          }
        />
      ))}
    </FormDialog>
  )
}
