//! Dates as records write them, in UTC.

/// A moment in the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Year.
    pub year: i64,
    /// Month, 1 to 12.
    pub month: u64,
    /// Day, 1 to 31.
    pub day: u64,
    /// Seconds since midnight.
    pub seconds: u64,
}

impl Date {
    /// The moment so many milliseconds after the beginning of 1970.
    pub fn of(unix_ms: u64) -> Self {
        let (days, seconds) = (unix_ms / 86_400_000, unix_ms / 1000 % 86_400);
        // Eras of 400 years have the same number of days, 146097; years begin in March, so that the leap
        // day is the last one (H. Hinnant, "chrono-compatible low-level date algorithms").
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let leap_days = day_of_era / 1460 + day_of_era / 146_096 - day_of_era / 36_524;
        let year_of_era = (day_of_era - leap_days) / 365;
        let year_start = 365 * year_of_era + year_of_era / 4 - year_of_era / 100;
        let day_of_year = day_of_era - year_start;
        let march_month = (5 * day_of_year + 2) / 153;
        let month = if march_month < 10 {
            march_month + 3
        } else {
            march_month - 9
        };
        Self {
            year: (era * 400 + year_of_era + u64::from(month <= 2)) as i64,
            month,
            day: day_of_year - (153 * march_month + 2) / 5 + 1,
            seconds,
        }
    }

    /// `2026-01-31` with another separator.
    pub fn day_text(self, separator: &str) -> String {
        let Self {
            year, month, day, ..
        } = self;
        format!("{year:04}{separator}{month:02}{separator}{day:02}")
    }

    /// `13:05:59`.
    pub fn time_text(self) -> String {
        let (hours, minutes) = (self.seconds / 3600, self.seconds / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}", self.seconds % 60)
    }

    /// `2026-01-31T13:05:59Z`.
    pub fn iso(self) -> String {
        format!("{}T{}Z", self.day_text("-"), self.time_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_everybody_knows() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_000_000_000_000, "2001-09-09T01:46:40Z"),
            (1_393_015_948_999, "2014-02-21T20:52:28Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Date::of(ms).iso(), text);
        }
        // Nothing overflows.
        assert!(Date::of(u64::MAX).year > 2_000_000);
        assert_eq!(Date::of(0).day_text("."), "1970.01.01");
    }

    #[test]
    fn days_follow_each_other() {
        let mut last = Date::of(0);
        for day in 1..60_000 {
            let date = Date::of(day * 86_400_000);
            let next_day =
                date.year == last.year && date.month == last.month && date.day == last.day + 1;
            let next_month = date.day == 1
                && (28..=31).contains(&last.day)
                && (date.month == last.month + 1 || (date.month == 1 && last.month == 12));
            assert!(next_day || next_month, "{last:?} {date:?}");
            last = date;
        }
    }
}
