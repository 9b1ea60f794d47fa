//! What is expected, compared with what is there. Each file looks into one tier.

mod facts;
mod heat;
mod places;
mod profile;
mod recalls;
mod segments;

use memoryos::MemoryError;

use super::{script::Expectation, stage::Stage};

/// What a look has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) passed: bool,
    pub(super) expected: String,
    pub(super) seen: String,
}

impl Finding {
    fn new(passed: bool, expected: impl Into<String>, seen: impl Into<String>) -> Self {
        Self { passed, expected: expected.into(), seen: seen.into() }
    }
}

/// Looks whether it is as expected.
///
/// # Errors
/// When the memory fails.
pub(super) async fn finding(stage: &Stage, expectation: &Expectation) -> Result<Finding, MemoryError> {
    use Expectation as E;
    match expectation {
        E::Recalled { query, turn, within } => recalls::recalled(stage, query, turn, *within).await,
        E::Above { query, upper, lower } => recalls::above(stage, query, upper, lower).await,
        E::NotRecalled { query, turn } => recalls::not_recalled(stage, query, turn).await,
        E::Visits { query, turn } => recalls::visits(stage, query, turn).await,
        E::ShortTerm(turns) => stage.look(|view| places::short_term(stage, view, turns)).await,
        E::Pending(turns) => stage.look(|view| places::pending(stage, view, turns)).await,
        E::Kept(turns) => stage.look(|view| places::kept(stage, view, *turns)).await,
        E::Together(turns) => stage.look(|view| segments::together(stage, view, turns)).await,
        E::Apart(turns) => stage.look(|view| segments::apart(stage, view, turns)).await,
        E::Segments(count) => stage.look(|view| segments::count(stage, view, *count)).await,
        E::Archived(turns) => stage.look(|view| segments::archived(stage, view, turns, true)).await,
        E::Active(turns) => stage.look(|view| segments::archived(stage, view, turns, false)).await,
        E::Heat { turn, visits, pages, idle_secs } => {
            let told = heat::Told { visits: *visits, pages: *pages, idle_secs: *idle_secs };
            stage.look(|view| heat::is_of_formula(stage, view, turn, told)).await
        }
        E::Hotter { hot, cold } => stage.look(|view| heat::hotter(stage, view, hot, cold)).await,
        E::Fact { says, about, sources } => {
            stage.look(|view| facts::known(stage, view, says, *about, sources)).await
        }
        E::NoFact(says) => stage.look(|view| facts::unknown(view, says)).await,
        E::Current { slot, value } => stage.look(|view| facts::current(view, slot, value)).await,
        E::Superseded { old, new, since } => {
            stage.look(|view| facts::superseded(stage, view, old, new, since)).await
        }
        E::Attribute { kind, value, sources } => {
            stage.look(|view| profile::attribute(stage, view, (*kind).into(), value, sources)).await
        }
        E::Trait { dimension, sources } => {
            stage.look(|view| profile::has_trait(stage, view, dimension, sources)).await
        }
    }
}

/// Ids one after the other, `nothing` for none.
fn listed<T: AsRef<str>>(ids: impl IntoIterator<Item = T>) -> String {
    let ids: Vec<T> = ids.into_iter().collect();
    if ids.is_empty() {
        return "nothing".to_owned();
    }
    ids.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}
