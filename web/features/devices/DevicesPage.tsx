import { listDevices, revokeDevice } from '#contract/devices.ts'
import type { RowOf } from '#contract/kit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { DeviceName } from './DeviceName.tsx'

type Device = RowOf<typeof listDevices>

/** Where the account is signed in. This device is left by signing out; the others can be revoked. */
export default function DevicesPage() {
  const { t } = useTranslation('devices')
  const list = useList(listDevices)
  const [asked, setAsked] = useState<Device>()
  return (
    <Page text={t('text')}>
      <ListTable
        list={list}
        cells={{
          deviceModel: ({ deviceModel, isCurrent }) => <DeviceName model={deviceModel} isThis={isCurrent} />,
        }}
        actions={[
          {
            label: t('revoke'),
            kind: 'secondary',
            name: ({ deviceModel: device }) => t('revokeOne', { device }),
            may: ({ isCurrent }) => !isCurrent,
            run: setAsked,
          },
        ]}
        keyOf={({ deviceSlno }) => deviceSlno}
      />
      {asked && <Revoke device={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function Revoke({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const revoke = useSend(revokeDevice, [listDevices])
  const confirm = async () => {
    try {
      await revoke.mutateAsync({ deviceSlno: device.deviceSlno })
      toast('success', t('revoked'))
    } catch (error) {
      tell(error)
    }
    onClose()
  }
  return (
    <Question
      title={t('askTitle')}
      no={t('keep')}
      yes={t('confirm')}
      isPending={revoke.isPending}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      {t('askText', { device: device.deviceModel })}
    </Question>
  )
}
