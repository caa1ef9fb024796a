import { useCallback, useEffect, useState } from 'react';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { solveCaptcha, startCaptcha } from './api.ts';
import { Field } from './parts.tsx';

/** A picture to read. `solve` answers the id of the solved picture for the call that needs it, or throws. */
export function useCaptcha(wanted: boolean) {
  const [picture, setPicture] = useState<{ id: string; image: string } | null>(null);
  const [read, setRead] = useState('');
  const fetchPicture = useCallback(() => call(startCaptcha, {}).then(setPicture, () => setPicture(null)), []);
  const renew = (): void => {
    setRead('');
    void fetchPicture();
  };
  useEffect(() => {
    if (wanted) void fetchPicture();
  }, [wanted, fetchPicture]);

  return {
    picture: wanted ? picture : null,
    read,
    setRead,
    renew,
    async solve(): Promise<string> {
      const { id } = picture!;
      try {
        await call(solveCaptcha, { id, text: read });
        return id;
      } catch (error) {
        renew();
        throw error;
      }
    },
  };
}

export function CaptchaField({ captcha }: { captcha: ReturnType<typeof useCaptcha> }) {
  const t = useText();
  if (!captcha.picture) return null;
  return (
    <div className="out-captcha">
      <Field
        label={t('account.outside.captcha')}
        value={captcha.read}
        onChange={captcha.setRead}
        required
        autoComplete="off"
        maxLength={12}
      />
      <button type="button" onClick={captcha.renew} title={t('account.outside.captchaAgain')}>
        <img src={captcha.picture.image} alt={t('account.outside.captchaPicture')} />
      </button>
    </div>
  );
}
