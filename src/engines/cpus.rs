//! Which processors the games of a match use.

/// Gives each of `games` games, which are played at the same time, `each` processors of its own: first one
/// of every core, then its SMT siblings.
///
/// # Errors
///
/// A sentence: the system cannot do it, or this process may use too few processors.
pub(crate) fn share_cpus(games: usize, each: usize) -> Result<Vec<Vec<usize>>, String> {
    divide(&usable()?, games, each)
}

fn divide(cpus: &[usize], games: usize, each: usize) -> Result<Vec<Vec<usize>>, String> {
    let needed = games.saturating_mul(each);
    if needed > cpus.len() {
        return Err(format!(
            "affinity: {games} games at the same time need {needed} processors, {each} for each, but there \
             are {}; expected a lower concurrency or fewer threads",
            cpus.len()
        ));
    }
    Ok(cpus
        .chunks(each.max(1))
        .take(games)
        .map(<[usize]>::to_vec)
        .collect())
}

/// The processors that this process may use, those that share a core with an earlier one last.
#[cfg(target_os = "linux")]
fn usable() -> Result<Vec<usize>, String> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None)
        .map_err(|error| format!("affinity: cannot read the processors: {error}"))?;
    let cpus = (0..CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu));
    Ok(siblings_last(cpus.collect(), |cpu| {
        let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
        std::fs::read_to_string(path).unwrap_or_default()
    }))
}

#[cfg(not(target_os = "linux"))]
fn usable() -> Result<Vec<usize>, String> {
    Err("affinity: only Linux can bind engines to processors".into())
}

/// Sorts processors by their place among those of the same core. `siblings` is the kernel's list of these:
/// `0,4` or `0-1`.
#[cfg(any(target_os = "linux", test))]
fn siblings_last(mut cpus: Vec<usize>, siblings: impl Fn(usize) -> String) -> Vec<usize> {
    let allowed = cpus.clone();
    let place = |cpu: usize| {
        let list = siblings(cpu);
        let parts = list.trim().split(',').filter_map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            Some(first.parse::<usize>().ok()?..=last.parse().ok()?)
        });
        let earlier = parts
            .flatten()
            .filter(|&other| other < cpu && allowed.contains(&other));
        earlier.count()
    };
    cpus.sort_by_cached_key(|&cpu| (place(cpu), cpu));
    cpus
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_come_last() {
        let neighbours = |cpu: usize| format!("{}-{}\n", cpu / 2 * 2, cpu / 2 * 2 + 1);
        assert_eq!(
            siblings_last((0..6).collect(), neighbours),
            [0, 2, 4, 1, 3, 5]
        );
        let halves = |cpu: usize| format!("{},{}", cpu % 4, cpu % 4 + 4);
        assert_eq!(siblings_last(vec![1, 2, 4, 5], halves), [1, 2, 4, 5]);
        assert_eq!(siblings_last(vec![3, 1, 2], |_| String::new()), [1, 2, 3]);
    }

    #[test]
    fn games_do_not_share_processors() {
        let cpus = [0, 2, 4, 1, 3];
        assert_eq!(divide(&cpus, 2, 2), Ok(vec![vec![0, 2], vec![4, 1]]));
        assert_eq!(divide(&cpus, 5, 1).unwrap().len(), 5);
        let error = divide(&cpus, 3, 2).unwrap_err();
        assert!(
            error.contains("3 games at the same time need 6 processors"),
            "{error}"
        );
    }
}
