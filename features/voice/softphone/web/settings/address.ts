/** Where the phone's settings are. */
export const PHONE_SETTINGS = '/personalSetting/phone';
